//! PDFs are read by a process of their own: this program once more, for one file, under limits of memory and time that the system
//! keeps. A file that makes the reader fall over, or that unpacks to more than there is, costs that file and nothing else.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use documents::parse::pdf::{Fault, LONGEST_TEXT, Pages, read};
use fourcell::formats::InputError;

use crate::commands::READ_PDF;

/// Memory of a reader beside the file itself, twice: 1 GiB.
const MEMORY: u64 = 1 << 30;

/// Seconds of a processor that a file may take.
const PROCESSOR_SECONDS: u64 = 60;

/// How long a file may take in all, since a reader may be kept waiting on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

/// The longest answer: JSON writes a control character in six bytes, and a text holds none; quotes and line ends take two.
const LONGEST_ANSWER: u64 = 2 * LONGEST_TEXT as u64 + (1 << 20);

/// Has a PDF read by a process of its own.
///
/// # Errors
/// What the reader says of the file, or that it ended without a word.
pub fn read_apart(input: &[u8]) -> Result<Pages, InputError> {
    let cannot = |e: std::io::Error| InputError::new(format!("cannot be read: the reader of PDFs does not start: {e}"));
    let program = std::env::current_exe().map_err(cannot)?;
    let mut reader = Command::new(program)
        .arg(READ_PDF)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        // Its last words would be those of a library, about itself.
        .stderr(Stdio::null())
        .spawn()
        .map_err(cannot)?;
    let answer = answer(&mut reader, input);
    // It has answered, fallen over, or is to be stopped.
    let _ = reader.kill();
    let _ = reader.wait();
    match serde_json::from_slice::<Result<Pages, Fault>>(&answer?) {
        Ok(said) => Ok(said?),
        Err(_) => Err(InputError::new("cannot be read: the reader of PDFs fell over it, or ran out of memory or time")
            .mend("open it in a viewer and save it anew, or convert it to text")),
    }
}

/// What the reader writes until it ends; cut off where it is too long, and nothing where it takes too long.
fn answer(reader: &mut Child, input: &[u8]) -> Result<Vec<u8>, InputError> {
    let (Some(mut to), Some(from)) = (reader.stdin.take(), reader.stdout.take()) else {
        return Err(InputError::new("cannot be read: the reader of PDFs has no input or output"));
    };
    let (done, wait) = channel();
    thread::scope(|scope| {
        scope.spawn(move || {
            // A reader that has ended does not listen; its answer tells.
            let _ = to.write_all(input);
            drop(to);
            let mut answer = Vec::new();
            let _ = from.take(LONGEST_ANSWER).read_to_end(&mut answer);
            let _ = done.send(answer);
        });
        match wait.recv_timeout(PATIENCE) {
            Ok(answer) => Ok(answer),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {
                // Its ends of the pipes close, and the thread above ends.
                let _ = reader.kill();
                Ok(Vec::new())
            }
        }
    })
}

/// The reader's side: a PDF from stdin, what it holds to stdout.
///
/// # Errors
/// A pipe is closed.
pub fn answer_to_pipe() -> std::io::Result<()> {
    let mut input = Vec::new();
    // Who starts a reader has the file in memory already.
    std::io::stdin().lock().read_to_end(&mut input)?;
    limit(input.len() as u64);
    let answer = serde_json::to_vec(&read(input))?;
    let mut out = std::io::stdout().lock();
    out.write_all(&answer)?;
    out.flush()
}

/// Limits from here on; where the system has no such limits there is still the patience of who waits.
#[cfg(unix)]
fn limit(length: u64) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let most = |resource, value: u64| {
        // A limit that is in force already and lower stays.
        let value = getrlimit(resource).maximum.map_or(value, |old| old.min(value));
        let _ = setrlimit(resource, Rlimit { current: Some(value), maximum: Some(value) });
    };
    most(Resource::As, MEMORY.saturating_add(length.saturating_mul(2)));
    most(Resource::Cpu, PROCESSOR_SECONDS);
    // What a process leaves behind when it falls over.
    most(Resource::Core, 0);
}

#[cfg(not(unix))]
fn limit(_: u64) {}
