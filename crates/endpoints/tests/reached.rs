//! Servers that compress, that are asked for a text, and whose certificate nobody else vouches for.

use std::fs::OpenOptions;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use endpoints::scripted::{Answer, Server};
use endpoints::{Client, ErrorKind, Patience, Settings};
use serde_json::json;

fn settings(url: String) -> Settings {
    let patience = Patience { retries: 1, first_wait: std::time::Duration::from_millis(1), ..Patience::default() };
    Settings { patience, ..Settings::new(url) }
}

fn client(server: &Server) -> Client {
    Client::new(settings(server.url())).unwrap()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut to = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    to.write_all(bytes).unwrap();
    to.finish().unwrap()
}

fn compressed(body: Vec<u8>) -> Answer {
    Answer::new(200, "application/json", body).with_header("Content-Encoding", "gzip")
}

#[test]
fn a_compressed_reply_is_handed_on_as_it_was_before() {
    let text = json!({"words": "the same again and again ".repeat(1000)});
    let body = gzip(text.to_string().as_bytes());
    assert!(body.len() < 1000);
    let server = Server::in_turn([compressed(body)]).unwrap();
    let reply = client(&server).post_json("", &json!({})).unwrap();
    assert_eq!(serde_json::from_slice::<serde_json::Value>(&reply.body).unwrap(), text);
    assert!(server.received()[0].header("accept-encoding").unwrap().contains("gzip"));
}

/// The limit is one of what a reply comes to, not of what is sent.
#[test]
fn a_small_reply_that_is_large_when_decompressed_is_refused_at_the_limit() {
    let body = gzip(&vec![b' '; 64 << 20]);
    assert!(body.len() < 100 << 10);
    let server = Server::in_turn([compressed(body)]).unwrap();
    let client = Client::new(Settings { max_reply_bytes: 1 << 20, ..settings(server.url()) }).unwrap();
    let error = client.post_json("", &json!({})).unwrap_err();
    assert_eq!((error.kind(), server.received().len()), (ErrorKind::TooLarge, 1));
    assert!(error.to_string().contains("more than the 1048576 bytes"), "{error}");
}

#[test]
fn compressed_data_that_end_early_or_are_none_are_told() {
    let whole = gzip(json!({"words": "x".repeat(1000)}).to_string().as_bytes());
    for body in [whole[..whole.len() - 9].to_vec(), b"{\"plain\": true}".to_vec()] {
        let server = Server::in_turn([compressed(body)]).unwrap();
        let error = client(&server).post_json("", &json!({})).unwrap_err();
        assert_eq!((error.kind(), server.received().len()), (ErrorKind::Truncated, 2), "{error}");
        assert!(error.to_string().contains("is no whole gzip data"), "{error}");
    }
}

#[test]
fn a_text_is_got_whatever_it_holds_unless_it_is_a_web_page() {
    let server = Server::in_turn([Answer::status(503), Answer::new(200, "text/plain", "prompt = 'v3'")]).unwrap();
    let reply = client(&server).get("/manifest").unwrap();
    assert_eq!((reply.body.as_slice(), reply.attempts, reply.sent), (&b"prompt = 'v3'"[..], 2, serde_json::Value::Null));
    let received = &server.received()[0];
    assert_eq!((received.method.as_str(), received.path.as_str(), received.body.len()), ("GET", "/manifest", 0));
    let server = Server::in_turn([Answer::new(200, "text/html", "<html>")]).unwrap();
    let error = client(&server).get("").unwrap_err();
    assert!(error.kind() == ErrorKind::Html && error.to_string().contains("GET http://"), "{error}");
}

/// A process; killed when dropped.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

const SERVER: &str = r#"
import http.server, ssl, sys
class Handler(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b'{"secure": true}')
    def log_message(self, *_): pass
server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain("cert.pem", "key.pem")
server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_port, flush=True)
server.serve_forever()
"#;

/// An authority, and a certificate of it for this computer.
const CERTIFICATES: &str = "set -e
openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.pem -days 2 -subj '/CN=an authority of a test'
openssl req -newkey rsa:2048 -nodes -keyout key.pem -out request.pem -subj '/CN=a server of a test'
printf 'subjectAltName=IP:127.0.0.1' > names
openssl x509 -req -in request.pem -CA ca.pem -CAkey ca.key -CAcreateserial -extfile names -days 2 -out cert.pem
openssl req -x509 -newkey rsa:2048 -nodes -keyout other.key -out other.pem -days 2 -subj '/CN=another authority of a test'";

/// Starts the server in a folder; `None` where what it takes is not installed, which is said.
fn secure_server(folder: &Path) -> Option<(Running, String)> {
    let made = Command::new("sh").args(["-c", CERTIFICATES]).current_dir(folder).output();
    let made = made.ok().filter(|made| made.status.success());
    let started = made.and_then(|_| {
        let mut python = Command::new("python3");
        python.args(["-c", SERVER]).current_dir(folder).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = python.spawn().ok()?;
        let mut port = String::new();
        BufReader::new(child.stdout.take()?).read_line(&mut port).ok()?;
        let running = Running(child);
        (!port.trim().is_empty()).then(|| (running, format!("https://127.0.0.1:{}", port.trim())))
    });
    if started.is_none() {
        let line = "SKIPPED: a server with a certificate of its own: openssl or python3 is not installed\n";
        std::io::stderr().write_all(format!("\n{line}").as_bytes()).unwrap();
        if let Some(file) = std::env::var_os("FOURCELL_SKIPPED") {
            OpenOptions::new().create(true).append(true).open(file).unwrap().write_all(line.as_bytes()).unwrap();
        }
    }
    started
}

#[test]
fn a_private_authority_is_trusted_where_it_is_named_and_nowhere_else() {
    let folder = tempfile::tempdir().unwrap();
    let Some((_server, url)) = secure_server(folder.path()) else { return };
    let ask = |file: Option<&str>| {
        let ca_file = file.map(|file| folder.path().join(file));
        Client::new(Settings { ca_file, ..settings(url.clone()) }).and_then(|client| client.post_json("", &json!({})))
    };
    assert_eq!(ask(Some("ca.pem")).unwrap().body, b"{\"secure\": true}");
    for file in [None, Some("other.pem")] {
        let error = ask(file).unwrap_err();
        assert!(error.kind() == ErrorKind::Connect && error.to_string().contains("ca_file"), "{file:?}: {error}");
    }
    std::fs::write(folder.path().join("empty.pem"), "no certificate\n").unwrap();
    for (file, said) in
        [("none.pem", "cannot be read"), ("empty.pem", "holds no certificate"), ("key.pem", "holds no certificate")]
    {
        let error = ask(Some(file)).unwrap_err();
        assert!(error.kind() == ErrorKind::Setup && error.to_string().contains(said), "{file}: {error}");
    }
}
