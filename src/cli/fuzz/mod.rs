//! `bpcheck fuzz`: random inputs shard by shard, what is wrong with their answers, and a log of it.

mod flags;

pub use flags::Args;

use super::exit::Exit;
use super::log::Log;
use super::system::{Signals, cpu_time};
use super::{crash, output, usage};
use bpcheck::Options;
use bpcheck::budget::CancelToken;
use bpcheck::engine::Silent;
use bpcheck::hunt::fuzz::{self, Ask, Done, Finding, Plan, Shard, Stopped};
use bpcheck::pipeline::{Decided, Failure, Loaded, decide};
use bpcheck::report::fuzz::{ShardLine, pace, table};
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::path::Path;
use std::time::Instant;

/// As for a main thread; what is not used is not paid for.
const STACK: usize = 16 << 20;

/// Examines all shards that the log does not know; 4 if something is wrong, with these or with those in the log.
pub fn run(args: &Args) -> Exit {
    let Some(plan) = args.plan() else {
        return usage("fuzz", "pushdown systems (--shape pds) have one size only");
    };
    let Some(end) = args.first.checked_add(args.programs) else {
        return usage("fuzz", "--first and --programs together are too large");
    };
    let threads = || ThreadPoolBuilder::new().stack_size(STACK);
    let pool = threads().num_threads(args.threads.map_or(0, Into::into)).build();
    // If the system has not so many threads to give, there is this one.
    let pool = match pool.or_else(|_| threads().num_threads(1).use_current_thread().build()) {
        Ok(pool) => pool,
        Err(error) => {
            output::stderr(format_args!("error: there are no threads to work on: {error}\n"));
            return Exit::Input;
        }
    };
    let log = match args.log.as_deref().map(|path| Log::open(path).map_err(|error| (path, error))).transpose() {
        Ok(log) => log,
        Err((path, error)) => {
            output::stderr(format_args!("error: cannot use {} as a log: {error}\n", path.display()));
            return Exit::Input;
        }
    };
    let signals = Signals::install();
    let cancel = signals.any();
    let mut hunt = Hunt { plan, pool, log, ask: &ask, cancel, args, lines: Vec::new(), wrong: 0 };
    let mut first = args.first;
    while first < end && signals.ended().is_none() {
        let shard = first..end.min(first.saturating_add(args.shard));
        first = shard.end;
        if let Err(exit) = hunt.shard(&shard) {
            return exit.or_worse(signals.cut_short(|| hunt.tell()));
        }
    }
    let exit = signals.cut_short(|| hunt.tell());
    signals.ended().map_or(exit, |ended| exit.or_worse(ended))
}

/// A hunt under way.
struct Hunt<'a> {
    plan: Plan,
    pool: ThreadPool,
    log: Option<Log<ShardLine>>,
    ask: Ask<'a>,
    cancel: CancelToken,
    args: &'a Args,
    /// The shards that were examined, now or earlier.
    lines: Vec<ShardLine>,
    /// How many programs have something wrong.
    wrong: usize,
}

impl Hunt<'_> {
    /// Examines a shard, unless it is known.
    ///
    /// # Errors
    /// What to exit with, if the log cannot be written; that is told.
    fn shard(&mut self, shard: &Shard) -> Result<(), Exit> {
        let command = ShardLine::command(&self.plan, shard);
        let known = self.log.as_ref().and_then(|log| log.lines().iter().find(|line| line.is_of(&command)));
        if let Some(known) = known {
            self.wrong += known.wrong.len();
            self.lines.push(known.clone());
            return Ok(());
        }
        let (start, cpu) = (Instant::now(), cpu_time());
        let run = || fuzz::run(&self.plan, shard.clone(), self.ask, &self.cancel);
        let done: Done = match crash::entrusted(|| self.pool.install(run)) {
            Ok(done) => done,
            Err(Stopped { findings }) => {
                findings.iter().for_each(|finding| self.found(finding));
                return Ok(());
            }
        };
        let time = start.elapsed();
        let cpu = cpu.and_then(|before| cpu_time()?.checked_sub(before));
        let line = ShardLine::new(&self.plan, shard, &done, self.pool.current_num_threads(), time, cpu);
        done.findings.iter().for_each(|finding| self.found(finding));
        output::stderr(pace(&line));
        let logged = self.log.as_mut().map_or(Ok(()), |log| log.append(&line));
        self.lines.push(line);
        logged.map_err(|error| {
            self.args.log.iter().for_each(|path| output::unwritten(path, &error));
            Exit::Input
        })
    }

    /// Makes a finding small, and writes it.
    fn found(&mut self, finding: &Finding) {
        self.wrong += 1;
        let reduce = || finding.reduced(self.ask, &self.cancel);
        let finding = crash::entrusted(|| self.pool.install(reduce));
        let folder: &Path = &self.args.out;
        let path = folder.join(finding.name(&self.plan));
        let text = finding.text(&self.plan);
        let written =
            std::fs::create_dir_all(folder).and_then(|()| output::file(&path, |out| out.write_all(text.as_bytes())));
        match written {
            Ok(()) => output::stderr(format_args!("wrong: {}: {}\n", path.display(), finding.wrong.what)),
            Err(error) => {
                output::stderr(format_args!("wrong: {}\n{text}", finding.wrong.what));
                output::unwritten(&path, &error);
            }
        }
    }

    fn exit(&self) -> Exit {
        if self.wrong > 0 { Exit::SelfCheck } else { Exit::Done }
    }

    /// Prints what came of all.
    fn tell(&self) -> Exit {
        output::print(self.exit(), |out| {
            out.write_all(table(&self.lines).as_bytes())?;
            match self.wrong {
                0 => writeln!(out, "wrong: 0"),
                wrong => writeln!(out, "error: {wrong} programs are answered wrongly; see {}", self.args.out.display()),
            }
        })
    }
}

/// Asks an engine.
fn ask(loaded: &Loaded, options: &Options) -> Result<Decided, Failure> {
    decide(loaded, options, &mut Silent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::{Args as _, FromArgMatches};

    #[test]
    fn what_is_wrong_is_written_and_told() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let out = folder.path().join("a/b");
        let flags = ["fuzz", "--seed", "3", "--out", out.to_str().ok_or("a path")?];
        let args =
            Args::from_arg_matches(&Args::augment_args(clap::Command::new("fuzz")).try_get_matches_from(flags)?)?;
        let doubt = |_: &Loaded, _: &Options| Err(Failure::SelfCheck("a doubt".into()));
        let mut hunt = Hunt {
            plan: args.plan().ok_or("a plan")?,
            pool: ThreadPoolBuilder::new().num_threads(1).build()?,
            log: None,
            ask: &doubt,
            cancel: CancelToken::default(),
            args: &args,
            lines: Vec::new(),
            wrong: 0,
        };
        assert_eq!(hunt.exit(), Exit::Done);
        assert_eq!(hunt.shard(&(7..9)), Ok(()));
        assert_eq!((hunt.exit(), hunt.lines[0].wrong.as_slice()), (Exit::SelfCheck, [7, 8].as_slice()));
        let text = std::fs::read_to_string(out.join("tiny-3-8.bp"))?;
        let (command, rest) = text.split_once('\n').ok_or("a line")?;
        assert_eq!(command, "// bpcheck fuzz --shape tiny --seed 3 --first 8 --programs 1");
        assert!(rest.starts_with("// explicit: the self-check failed: a doubt\n// bpcheck check --all"), "{rest}");
        Ok(())
    }
}
