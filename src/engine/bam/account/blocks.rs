//! The blocks as boxes, with what is tracked in each and since when, and the size of its table.

use super::step::Step;
use crate::engine::account::{Drawing, Extent, Mark, Plan, Scene, call_graph, call_plan, elided};

/// What is said in a box has at most so many characters a line, and so many lines.
const LONGEST: usize = 34;
const LINES: usize = 6;

/// The boxes, callers before callees.
pub(super) fn plan(scene: Scene<'_>) -> Plan {
    let mut plan = call_plan(scene.system);
    for extent in &mut plan.nodes {
        *extent = Extent { characters: extent.characters.max(LONGEST), lines: LINES };
    }
    plan
}

/// What is known of a block.
#[derive(Clone, Debug, Default)]
struct Box {
    increments: Option<usize>,
    /// What is tracked in it, each with the round since which it is.
    tracked: Vec<(String, usize)>,
    mark: Mark,
}

/// What was known after some steps.
pub(super) fn drawing(steps: &[Step], scene: Scene<'_>) -> Drawing {
    let mut boxes = vec![Box::default(); scene.system.procedures.len()];
    let (mut round, mut everywhere) = (0, Vec::new());
    for (number, step) in (1..).zip(steps) {
        let is_last = number == steps.len();
        let mark = |boxes: &mut Vec<Box>, block: usize, mark: Mark| {
            if let Some(known) = boxes.get_mut(block).filter(|_| is_last) {
                known.mark = mark;
            }
        };
        match step {
            Step::Round { round: number } => round = *number,
            Step::Entered { block, new } => {
                mark(&mut boxes, *block, if *new { Mark::New } else { Mark::Premise });
            }
            Step::Explored { tables } => {
                for table in tables {
                    if let Some(known) = boxes.get_mut(table.block) {
                        known.increments = Some(table.increments);
                    }
                }
            }
            Step::Spurious { stack, .. } => stack.iter().for_each(|&block| mark(&mut boxes, block, Mark::Premise)),
            Step::Tracks { variable, block, at } => {
                let at = at.and_then(|at| scene.system.symbols.get(at)?.procedure);
                match block.or(at) {
                    None => everywhere.push((variable.clone(), round)),
                    Some(block) => {
                        if let Some(known) = boxes.get_mut(block) {
                            let local = variable.rsplit('.').next().unwrap_or_default().to_string();
                            if !known.tracked.iter().any(|(name, _)| *name == local) {
                                known.tracked.push((local, round));
                            }
                        }
                        mark(&mut boxes, block, Mark::New);
                    }
                }
            }
            Step::Reached { .. } | Step::Kept { .. } => {}
        }
    }
    let mut drawing = call_graph(scene.system, |block| (String::new(), boxes[block].mark));
    for (node, known) in drawing.nodes.iter_mut().zip(&boxes) {
        node.lines.truncate(1);
        node.lines.extend(known.increments.map(|increments| format!("table: {increments} increments")));
        let is_entry = node.index == 0;
        let all = known.tracked.iter().chain(everywhere.iter().filter(|_| is_entry));
        let lines = all.map(|(name, since)| elided(&format!("{name} (round {since})"), LONGEST));
        let room = LINES - node.lines.len();
        let lines: Vec<String> = lines.collect();
        let left_out = lines.len().saturating_sub(room);
        if left_out == 0 {
            node.lines.extend(lines);
        } else {
            node.lines.extend(lines.into_iter().take(room - 1));
            node.lines.push(format!("and {} more", left_out + 1));
        }
    }
    drawing
}
