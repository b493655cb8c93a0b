//! A server that does what a script says, the wrong things too, and a clock that goes only when somebody waits.
//!
//! It is a back end like any other: tests of whatever calls a server use it, and so does a demonstration without a network.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, SystemTime};

use serde_json::Value;

use crate::clock::Clock;

/// What the server received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Received {
    /// The method, such as `POST`.
    pub method: String,
    /// The path with its query.
    pub path: String,
    /// The headers; names in small letters.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Received {
    /// The first header of a name in small letters.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// The body as JSON; `null` where it is none.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }
}

/// How the end of a body is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Framing {
    /// By a length, true or not.
    Length(usize),
    /// By chunks.
    Chunks,
    /// By closing the connection.
    Close,
}

/// What the server does with a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    status: u16,
    headers: Vec<(String, String)>,
    /// What is sent, and the wait before each.
    pieces: Vec<(Duration, Vec<u8>)>,
    framing: Framing,
    closes: bool,
    silent: bool,
}

impl Answer {
    /// A status with a body of some type.
    pub fn new(status: u16, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        let body = body.into();
        let headers = vec![("Content-Type".to_owned(), content_type.to_owned())];
        let framing = Framing::Length(body.len());
        Self { status, headers, pieces: vec![(Duration::ZERO, body)], framing, closes: false, silent: false }
    }

    /// JSON with status 200.
    pub fn json(value: &Value) -> Self {
        Self::new(200, "application/json", value.to_string())
    }

    /// A status with a few words in JSON.
    pub fn status(status: u16) -> Self {
        Self::new(status, "application/json", format!("{{\"error\":\"scripted {status}\"}}"))
    }

    /// A stream of events, each with the wait before it.
    pub fn events<'a>(events: impl IntoIterator<Item = (Duration, &'a str)>) -> Self {
        let pieces = events.into_iter().map(|(wait, data)| (wait, format!("data: {data}\n\n").into_bytes())).collect();
        let answer = Self::new(200, "text/event-stream", "");
        Self { pieces, framing: Framing::Chunks, ..answer }
    }

    /// Nothing at all, until the client or the server goes.
    pub fn silence() -> Self {
        Self { silent: true, closes: true, ..Self::status(200) }
    }

    /// Hangs up without a byte.
    pub fn hanging_up() -> Self {
        Self { pieces: Vec::new(), closes: true, status: 0, ..Self::status(200) }
    }

    /// Adds a header.
    pub fn with_header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Waits before the body's first piece.
    pub fn after(mut self, wait: Duration) -> Self {
        if let Some(first) = self.pieces.first_mut() {
            first.0 = wait;
        }
        self
    }

    /// Announces a length that need not be true.
    pub fn announcing(mut self, length: usize) -> Self {
        self.framing = Framing::Length(length);
        self
    }

    /// Announces no length: closing the connection ends the body.
    pub fn unannounced(mut self) -> Self {
        self.framing = Framing::Close;
        self.closing()
    }

    /// Hangs up after the last piece, without the last chunk where there are chunks.
    pub fn closing(mut self) -> Self {
        self.closes = true;
        self
    }
}

type Script = dyn Fn(&Received) -> Answer + Send + Sync;

struct Shared {
    script: Box<Script>,
    stopping: AtomicBool,
    in_flight: AtomicUsize,
    most_in_flight: AtomicUsize,
    connections: AtomicUsize,
    received: Mutex<Vec<Received>>,
    streams: Mutex<Vec<TcpStream>>,
    keeps: bool,
}

/// A server on this computer that does what its script says. Dropping it stops it.
pub struct Server {
    address: SocketAddr,
    shared: Arc<Shared>,
    listening: Option<JoinHandle<()>>,
}

impl Server {
    /// Answers each request by the script. Needs a free port of this computer.
    pub fn start(script: impl Fn(&Received) -> Answer + Send + Sync + 'static) -> io::Result<Self> {
        Self::begin(Box::new(script), true)
    }

    /// Like `start`, but keeps no record of what was received: for millions of requests.
    pub fn start_forgetful(script: impl Fn(&Received) -> Answer + Send + Sync + 'static) -> io::Result<Self> {
        Self::begin(Box::new(script), false)
    }

    /// Gives the answers in turn, and the last of them from then on.
    pub fn in_turn(answers: impl IntoIterator<Item = Answer>) -> io::Result<Self> {
        let answers: Mutex<VecDeque<Answer>> = Mutex::new(answers.into_iter().collect());
        Self::start(move |_| {
            let mut answers = locked(&answers);
            let next = if answers.len() > 1 { answers.pop_front() } else { answers.front().cloned() };
            next.unwrap_or_else(|| Answer::status(500))
        })
    }

    fn begin(script: Box<Script>, keeps: bool) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0))?;
        let address = listener.local_addr()?;
        let shared = Arc::new(Shared {
            script,
            stopping: AtomicBool::new(false),
            in_flight: AtomicUsize::new(0),
            most_in_flight: AtomicUsize::new(0),
            connections: AtomicUsize::new(0),
            received: Mutex::default(),
            streams: Mutex::default(),
            keeps,
        });
        let listening = thread::spawn({
            let shared = Arc::clone(&shared);
            move || listen(&listener, &shared)
        });
        Ok(Self { address, shared, listening: Some(listening) })
    }

    /// The address, for a client's base URL.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// What was received so far.
    pub fn received(&self) -> Vec<Received> {
        locked(&self.shared.received).clone()
    }

    /// The most requests that were in flight at a time: received, and not yet answered.
    pub fn most_in_flight(&self) -> usize {
        self.shared.most_in_flight.load(Ordering::SeqCst)
    }

    /// How many connections were opened.
    pub fn connections(&self) -> usize {
        self.shared.connections.load(Ordering::SeqCst)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.shared.stopping.store(true, Ordering::SeqCst);
        // Wakes the listener, which then looks whether it should stop.
        drop(TcpStream::connect(self.address));
        for stream in locked(&self.shared.streams).drain(..) {
            drop(stream.shutdown(Shutdown::Both));
        }
        if let Some(listening) = self.listening.take() {
            drop(listening.join());
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn listen(listener: &TcpListener, shared: &Arc<Shared>) {
    for stream in listener.incoming() {
        if shared.stopping.load(Ordering::SeqCst) {
            return;
        }
        let Ok(stream) = stream else { continue };
        let Ok(kept) = stream.try_clone() else { continue };
        locked(&shared.streams).push(kept);
        shared.connections.fetch_add(1, Ordering::SeqCst);
        let shared = Arc::clone(shared);
        // A client that goes away in the middle is no fault of the server.
        thread::spawn(move || drop(serve(&stream, &shared)));
    }
}

/// Answers the requests of a connection until either side ends it.
fn serve(stream: &TcpStream, shared: &Shared) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut reader = BufReader::new(stream);
    loop {
        let received = match receive(&mut reader) {
            Ok(Some(received)) => received,
            Ok(None) => break,
            Err(error) => {
                drop((&mut &*stream).write_all(b"HTTP/1.1 400 scripted\r\nContent-Length: 0\r\n\r\n"));
                drop(stream.shutdown(Shutdown::Both));
                return Err(error);
            }
        };
        let now = shared.in_flight.fetch_add(1, Ordering::SeqCst) + 1;
        shared.most_in_flight.fetch_max(now, Ordering::SeqCst);
        let answer = (shared.script)(&received);
        if shared.keeps {
            locked(&shared.received).push(received);
        }
        respond(stream, &answer, shared)?;
        if answer.closes {
            break;
        }
    }
    stream.shutdown(Shutdown::Both)
}

/// Reads a request; `None` at the end of the connection.
fn receive(reader: &mut impl BufRead) -> io::Result<Option<Received>> {
    match reader.fill_buf()?.first() {
        None => return Ok(None),
        // TLS, say. What is no HTTP has no line whose end could be waited for.
        Some(byte) if !byte.is_ascii_alphabetic() => return Err(io::ErrorKind::InvalidData.into()),
        Some(_) => {}
    }
    let mut line = String::new();
    reader.read_line(&mut line)?;
    let mut words = line.split_whitespace().map(str::to_owned);
    let (method, path) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let mut received = Received { method, path, headers: Vec::new(), body: Vec::new() };
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line)? == 0 || line.trim_end().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':') {
            received.headers.push((name.trim().to_lowercase(), value.trim().to_owned()));
        }
    }
    let length = received.header("content-length").and_then(|length| length.parse().ok()).unwrap_or(0);
    reader.take(length).read_to_end(&mut received.body)?;
    Ok(Some(received))
}

/// Sends an answer. The last bytes go out only once the request no longer counts as in flight: a client that has them may come again.
fn respond(mut stream: &TcpStream, answer: &Answer, shared: &Shared) -> io::Result<()> {
    let outcome = (|| {
        if answer.silent {
            // Ends when the client hangs up, or the server shuts the stream down.
            return stream.read(&mut [0]).map(|_| Vec::new());
        }
        if answer.status == 0 {
            return Ok(Vec::new());
        }
        let mut pending = head(answer);
        for (wait, piece) in &answer.pieces {
            if !wait.is_zero() {
                stream.write_all(&std::mem::take(&mut pending))?;
                thread::sleep(*wait);
            }
            match answer.framing {
                Framing::Chunks => {
                    stream.write_all(&std::mem::take(&mut pending))?;
                    pending = [format!("{:x}\r\n", piece.len()).as_bytes(), piece, b"\r\n"].concat();
                }
                _ => pending.extend_from_slice(piece),
            }
        }
        if answer.framing == Framing::Chunks && !answer.closes {
            pending.extend_from_slice(b"0\r\n\r\n");
        }
        Ok(pending)
    })();
    shared.in_flight.fetch_sub(1, Ordering::SeqCst);
    stream.write_all(&outcome?)
}

fn head(answer: &Answer) -> Vec<u8> {
    let mut head = format!("HTTP/1.1 {} scripted\r\n", answer.status);
    for (name, value) in &answer.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    match answer.framing {
        Framing::Length(length) => head.push_str(&format!("Content-Length: {length}\r\n")),
        Framing::Chunks => head.push_str("Transfer-Encoding: chunked\r\n"),
        Framing::Close => head.push_str("Connection: close\r\n"),
    }
    head.push_str("\r\n");
    head.into_bytes()
}

/// A clock that goes only when somebody waits, and keeps what was waited for.
#[derive(Debug)]
pub struct ScriptedClock {
    start: SystemTime,
    slept: Mutex<Vec<Duration>>,
}

impl ScriptedClock {
    /// A clock that stands at a date.
    pub fn at(start: SystemTime) -> Self {
        Self { start, slept: Mutex::default() }
    }

    /// The waits so far.
    pub fn slept(&self) -> Vec<Duration> {
        locked(&self.slept).clone()
    }
}

impl Clock for ScriptedClock {
    fn monotonic(&self) -> Duration {
        locked(&self.slept).iter().sum()
    }

    fn date(&self) -> SystemTime {
        self.start + self.monotonic()
    }

    fn sleep(&self, time: Duration) {
        locked(&self.slept).push(time);
    }
}
