//! A process that is asked by lines: it may hang, flood, die or never read, and nothing of that blocks whoever asks.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use evidence::text::printable;

/// So many characters of what a process says on standard error are kept: the last ones.
const SAID: usize = 200;

/// How long a process has to end by itself once its input is closed.
const GRACE: Duration = Duration::from_secs(1);

/// Between two looks whether a process has ended.
const LOOK: Duration = Duration::from_millis(2);

/// A process, and threads that write to it and read from it.
pub struct Process {
    child: Child,
    to: Option<Sender<Vec<u8>>>,
    lines: Receiver<Line>,
    said: Arc<Said>,
}

enum Line {
    Whole(Vec<u8>),
    TooLong,
}

/// Why no line came.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Silence {
    /// Time was up.
    TimedOut,
    /// It closed its output.
    Ended,
    /// The line was longer than allowed.
    TooLong,
}

/// What stands at the end of standard error.
#[derive(Default)]
struct Said {
    tail: Mutex<Vec<u8>>,
    whole: Mutex<bool>,
}

/// Where a program is: one of the project is named relative to it; one without a separator is looked up in PATH.
fn place(program: &str, directory: &Path) -> std::io::Result<PathBuf> {
    let is_path = program.contains(std::path::is_separator);
    if is_path { std::path::absolute(directory.join(program)) } else { Ok(program.into()) }
}

/// The file that is started as a program, without starting it; the error says what was found instead.
pub fn find(program: &str, directory: &Path) -> Result<PathBuf, String> {
    let place = place(program, directory).map_err(|error| error.to_string())?;
    let places: Vec<PathBuf> = if place.is_absolute() {
        vec![place]
    } else {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).map(|folder| directory.join(folder).join(&place)).collect()
    };
    let files: Vec<PathBuf> = places.iter().flat_map(|place| spelled(place)).filter(|place| place.is_file()).collect();
    match (files.iter().find(|file| may_be_executed(file)), files.first(), places.as_slice()) {
        (Some(file), _, _) => Ok(file.clone()),
        (None, Some(file), _) => Err(format!("{} is there, but may not be executed", file.display())),
        (None, None, [place]) => Err(format!("{} is not there", place.display())),
        (None, None, _) => Err("no folder of PATH holds it".to_owned()),
    }
}

/// The names under which a program may lie at a place.
fn spelled(place: &Path) -> Vec<PathBuf> {
    let bare = place.to_owned();
    if cfg!(windows) && place.extension().is_none() { vec![bare, place.with_extension("exe")] } else { vec![bare] }
}

#[cfg(unix)]
fn may_be_executed(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.metadata().is_ok_and(|m| m.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn may_be_executed(_: &Path) -> bool {
    true
}

impl Process {
    /// Starts it in a directory; lines longer than `longest` are not read.
    pub fn start(words: &[String], directory: &Path, longest: u64) -> std::io::Result<Self> {
        let (program, arguments) = words.split_first().ok_or(std::io::ErrorKind::InvalidInput)?;
        let mut command = Command::new(place(program, directory)?);
        command.args(arguments).current_dir(directory);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let (to, lines_to) = channel::<Vec<u8>>();
        if let Some(mut stdin) = child.stdin.take() {
            thread::spawn(move || {
                for line in lines_to {
                    // It may have gone; whoever reads from it learns that.
                    if stdin.write_all(&line).and_then(|()| stdin.flush()).is_err() {
                        return;
                    }
                }
            });
        }
        // Of few lines, so that a process that floods is stopped by its own pipe.
        let (line, lines) = sync_channel(1);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || {
                let mut stdout = BufReader::new(stdout);
                while let Some(read) = next_line(&mut stdout, longest) {
                    let stop = matches!(read, Line::TooLong);
                    if line.send(read).is_err() || stop {
                        return;
                    }
                }
            });
        }
        let said = Arc::new(Said::default());
        if let Some(stderr) = child.stderr.take() {
            let said = Arc::clone(&said);
            thread::spawn(move || said.keep(stderr));
        }
        Ok(Self { child, to: Some(to), lines, said })
    }

    /// Sends a line; never blocks.
    pub fn send(&self, line: Vec<u8>) {
        if let Some(to) = &self.to {
            // Whoever waits for the reply learns that it has ended.
            drop(to.send(line));
        }
    }

    /// Closes its input: nothing more will be asked.
    pub fn close(&mut self) {
        self.to = None;
    }

    /// The next line that is not blank.
    pub fn line(&self, until: Instant) -> Result<Vec<u8>, Silence> {
        let left = until.saturating_duration_since(Instant::now());
        if left.is_zero() {
            // A line that is there already would be taken in no time at all, so that a flood never ended.
            return Err(Silence::TimedOut);
        }
        match self.lines.recv_timeout(left) {
            Ok(Line::Whole(line)) => Ok(line),
            Ok(Line::TooLong) => Err(Silence::TooLong),
            Err(RecvTimeoutError::Timeout) => Err(Silence::TimedOut),
            Err(RecvTimeoutError::Disconnected) => Err(Silence::Ended),
        }
    }

    /// Whether it lives, and has said nothing that was not asked.
    pub fn is_ready(&self) -> bool {
        matches!(self.lines.try_recv(), Err(TryRecvError::Empty))
    }

    /// How it ended; `None` where it has not, until some moment.
    pub fn ended(&mut self, until: Instant) -> Option<ExitStatus> {
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < until => thread::sleep(LOOK),
                _ => return None,
            }
        }
    }

    /// Ends it at once.
    pub fn kill(&mut self) {
        // One that is gone already need not be killed.
        drop(self.child.kill());
        drop(self.child.wait());
    }

    /// The last characters of standard error, printable.
    pub fn said(&self) -> String {
        // The last words of a process that has just ended may be on their way.
        let until = Instant::now() + Duration::from_millis(200);
        while !*locked(&self.said.whole) && Instant::now() < until {
            thread::sleep(LOOK);
        }
        let tail = String::from_utf8_lossy(&locked(&self.said.tail)).trim().to_owned();
        let before = tail.chars().count().saturating_sub(SAID);
        printable(&tail.chars().skip(before).collect::<String>(), SAID)
    }
}

/// Input closed, it may end by itself; if it does not, it is ended.
impl Drop for Process {
    fn drop(&mut self) {
        self.close();
        if self.ended(Instant::now() + GRACE).is_none() {
            self.kill();
        }
    }
}

impl Said {
    fn keep(&self, mut stderr: impl Read) {
        let mut piece = [0; 4096];
        // What cannot be read any more is the end.
        while let Ok(read @ 1..) = stderr.read(&mut piece) {
            let mut tail = locked(&self.tail);
            tail.extend_from_slice(&piece[..read]);
            // Bytes enough for so many characters of any kind.
            let surplus = tail.len().saturating_sub(4 * SAID + 4);
            tail.drain(..surplus);
        }
        *locked(&self.whole) = true;
    }
}

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The next line that is not blank; `None` at the end.
fn next_line(from: &mut impl BufRead, longest: u64) -> Option<Line> {
    loop {
        let mut line = Vec::new();
        match from.take(longest + 1).read_until(b'\n', &mut line) {
            Err(_) | Ok(0) => return None,
            Ok(read) if read as u64 > longest => return Some(Line::TooLong),
            Ok(_) if line.trim_ascii().is_empty() => {}
            Ok(_) => return Some(Line::Whole(line)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_bounded_and_blank_ones_passed_over() {
        let mut from: &[u8] = b"\n  \nab\ncdefg\n";
        assert!(matches!(next_line(&mut from, 4), Some(Line::Whole(line)) if line == b"ab\n"));
        assert!(matches!(next_line(&mut from, 4), Some(Line::TooLong)));
        assert!(next_line(&mut &b"\n\n"[..], 4).is_none());
        // The last line need not end.
        assert!(matches!(next_line(&mut &b"ab"[..], 4), Some(Line::Whole(line)) if line == b"ab"));
    }
}
