//! Chromium without a window, told what to do by its own protocol over two pipes. It needs neither a port nor another
//! program.

use crate::support;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(120);
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// A browser with one page.
pub struct Browser {
    process: Child,
    to: ChildStdin,
    from: Receiver<Value>,
    session: Option<String>,
    calls: u64,
    /// What happened besides answers.
    pub events: Vec<Value>,
    /// The files of the browser go away with it.
    _profile: TempDir,
}

impl Browser {
    /// Starts the browser; where there is none, that is said.
    pub fn start_or_skip() -> Option<Browser> {
        let browser = Browser::start();
        if browser.is_none() {
            support::skipped("there is no Chromium");
        }
        browser
    }

    fn start() -> Option<Browser> {
        let name = NAMES.into_iter().find(|name| Command::new(name).arg("--version").output().is_ok())?;
        let profile = tempfile::tempdir().unwrap();
        // It reads from descriptor 3 and writes to descriptor 4. It shows only a page of our own, so it needs no
        // sandbox, which it would not have as root.
        let mut process = Command::new("sh")
            .args(["-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null", "sh", name])
            .args(["--headless", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"])
            .args(["--no-first-run", "--disable-background-networking"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (to, out) = (process.stdin.take().unwrap(), process.stdout.take().unwrap());
        let (sender, from) = channel();
        thread::spawn(move || {
            for message in BufReader::new(out).split(0).map_while(Result::ok) {
                if sender.send(serde_json::from_slice(&message).unwrap()).is_err() {
                    break;
                }
            }
        });
        let mut browser = Browser { process, to, from, session: None, calls: 0, events: Vec::new(), _profile: profile };
        let target = browser.call("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        browser.session = browser.call("Target.attachToTarget", attach)["sessionId"].as_str().map(str::to_string);
        for domain in ["Page", "Runtime", "Network", "Log"] {
            browser.call(&format!("{domain}.enable"), json!({}));
        }
        Some(browser)
    }

    /// A call of the protocol, and its answer.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        self.calls += 1;
        let mut message = json!({ "id": self.calls, "method": method, "params": params });
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        self.to.write_all(format!("{message}\0").as_bytes()).unwrap();
        self.to.flush().unwrap();
        loop {
            let message = self.from.recv_timeout(PATIENCE).unwrap_or_else(|error| panic!("{method}: {error}"));
            if message["id"] == self.calls {
                assert!(message["error"].is_null(), "{method}: {message}");
                return message["result"].clone();
            }
            self.events.push(message);
        }
    }

    /// Opens a page and waits until it is there.
    pub fn open(&mut self, address: &str) {
        self.call("Page.navigate", json!({ "url": address }));
        self.until("document.readyState === 'complete' && location.href !== 'about:blank'");
    }

    /// Waits until something is true on the page.
    pub fn until(&mut self, condition: &str) {
        let start = Instant::now();
        while self.ask(condition) != json!(true) {
            assert!(start.elapsed() < PATIENCE, "never: {condition}");
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// The value of an expression on the page.
    pub fn ask(&mut self, expression: &str) -> Value {
        let params = json!({ "expression": expression, "returnByValue": true, "awaitPromise": true });
        let answer = self.call("Runtime.evaluate", params);
        assert!(answer["exceptionDetails"].is_null(), "{expression}: {answer}");
        answer["result"]["value"].clone()
    }

    /// Makes the page so large.
    pub fn resize(&mut self, width: u32, height: u32) {
        let params = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", params);
    }

    /// Presses a key that gives no text.
    pub fn press(&mut self, key: &str, code: u32) {
        for kind in ["rawKeyDown", "keyUp"] {
            let params = json!({ "type": kind, "key": key, "code": key, "windowsVirtualKeyCode": code });
            self.call("Input.dispatchKeyEvent", params);
        }
    }

    /// Moves the mouse.
    pub fn point(&mut self, x: f64, y: f64) {
        self.call("Input.dispatchMouseEvent", json!({ "type": "mouseMoved", "x": x, "y": y }));
    }

    /// Clicks there.
    pub fn click(&mut self, x: f64, y: f64) {
        for kind in ["mousePressed", "mouseReleased"] {
            let params = json!({ "type": kind, "x": x, "y": y, "button": "left", "clickCount": 1 });
            self.call("Input.dispatchMouseEvent", params);
        }
    }
}

/// The bytes of a file that the protocol tells as base64.
pub fn bytes(data: &Value) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let text = data.as_str().unwrap().trim_end_matches('=').as_bytes();
    let digit = |byte: &u8| DIGITS.iter().position(|digit| digit == byte).unwrap() as u32;
    let group = |digits: &[u8]| {
        let bits = digits.iter().fold(0, |bits, byte| bits << 6 | digit(byte)) << (6 * (4 - digits.len()));
        bits.to_be_bytes()[1..digits.len()].to_vec()
    };
    text.chunks(4).flat_map(group).collect()
}

impl Drop for Browser {
    fn drop(&mut self) {
        // This ends its other processes as well. If it does not listen any more, there is still the other way.
        let _ = self.to.write_all(b"{\"id\":0,\"method\":\"Browser.close\"}\0").and_then(|()| self.to.flush());
        let start = Instant::now();
        while self.process.try_wait().is_ok_and(|status| status.is_none()) && start.elapsed() < Duration::from_secs(10)
        {
            thread::sleep(Duration::from_millis(20));
        }
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
