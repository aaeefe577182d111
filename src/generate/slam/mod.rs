//! SLAM.
