//! A browser by the W3C's WebDriver protocol, over plain HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::command::skipped;

/// A browser with a page.
pub struct Browser {
    driver: Child,
    port: u16,
    /// Where its page is asked, below the driver's address.
    at: String,
}

fn program(variable: &str, names: &[&str]) -> Option<PathBuf> {
    if let Some(stated) = std::env::var_os(variable) {
        return Some(stated.into());
    }
    let folders: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    names.iter().find_map(|name| folders.iter().map(|folder| folder.join(name)).find(|path| path.is_file()))
}

impl Browser {
    /// Starts one; `None` where there is none, which is said.
    pub fn start() -> Option<Self> {
        let browser = program("FOURCELL_CHROMIUM", &["chromium", "chromium-browser", "google-chrome"]);
        let driver = program("FOURCELL_CHROMEDRIVER", &["chromedriver"]);
        let (Some(browser), Some(driver)) = (browser, driver) else {
            skipped(
                "SKIPPED: tests of the report in a browser: chromium and chromedriver are not there (Debian: chromium, chromium-driver)\n",
            );
            return None;
        };
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut command = Command::new(driver);
        command.arg(format!("--port={port}")).stdout(Stdio::null()).stderr(Stdio::null());
        let driver = command.spawn().unwrap();
        let mut own = Self { driver, port, at: String::new() };
        let begin = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(begin.elapsed() < Duration::from_secs(30), "chromedriver does not listen");
            std::thread::sleep(Duration::from_millis(50));
        }
        let arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1280,900"];
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "browserName": "chrome",
            "goog:chromeOptions": {"binary": browser, "args": arguments},
            "goog:loggingPrefs": {"browser": "ALL"},
        }}});
        let begun = own.call("POST", "/session", Some(&wanted));
        own.at = format!("/session/{}", begun["sessionId"].as_str().unwrap());
        Some(own)
    }

    /// One request of the protocol; the value of its reply.
    fn call(&self, method: &str, path: &str, body: Option<&Value>) -> Value {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        let body = body.map(Value::to_string).unwrap_or_default();
        let length = body.len();
        let head = format!(
            "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\r\n"
        );
        stream.write_all((head + &body).as_bytes()).unwrap();
        let mut reader = BufReader::new(stream);
        let (mut line, mut length) = (String::new(), 0);
        while reader.read_line(&mut line).unwrap() > 0 && !line.trim().is_empty() {
            if let Some(stated) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = stated.trim().parse().unwrap();
            }
            line.clear();
        }
        let mut bytes = vec![0; length];
        reader.read_exact(&mut bytes).unwrap();
        let reply: Value = serde_json::from_slice(&bytes).unwrap();
        let error = reply["value"]["error"].as_str();
        assert!(error.is_none(), "{method} {path}: {reply}");
        reply["value"].clone()
    }

    fn post(&self, path: &str, body: &Value) -> Value {
        self.call("POST", &format!("{}{path}", self.at), Some(body))
    }

    /// What a script gives back.
    pub fn script(&self, script: &str) -> Value {
        self.post("/execute/sync", &json!({"script": script, "args": []}))
    }

    /// A command of the browser's own protocol.
    pub fn devtools(&self, command: &str, parameters: &Value) -> Value {
        self.post("/goog/cdp/execute", &json!({"cmd": command, "params": parameters}))
    }

    /// Waits until a script gives back true.
    pub fn wait(&self, script: &str) {
        let begin = Instant::now();
        while self.script(&format!("return Boolean({script})")) != Value::Bool(true) {
            assert!(
                begin.elapsed() < Duration::from_secs(60),
                "never: {script}; {}",
                self.script("return document.body.innerText.slice(0, 2000)")
            );
            std::thread::sleep(Duration::from_millis(30));
        }
    }

    /// Opens a file, whatever becomes of it.
    pub fn visit(&self, page: &Path) {
        self.post("/url", &json!({"url": format!("file://{}", page.display())}));
    }

    /// Opens a file; `rest` follows its address. What was logged before is forgotten.
    pub fn open(&self, page: &Path, rest: &str) {
        self.post("/url", &json!({"url": "about:blank"}));
        self.log();
        self.post("/url", &json!({"url": format!("file://{}{rest}", page.display())}));
        self.wait("document.getElementById('app') && document.getElementById('app').dataset.ready");
        assert_eq!(
            self.script("return document.getElementById('app').dataset.ready"),
            "true",
            "{}",
            self.script("return document.getElementById('app').innerText")
        );
    }

    /// Presses keys, one after another, as a person does.
    pub fn press(&self, keys: &str) {
        let strokes: Vec<Value> = keys
            .chars()
            .flat_map(|key| {
                [json!({"type": "keyDown", "value": key.to_string()}), json!({"type": "keyUp", "value": key.to_string()})]
            })
            .collect();
        self.post("/actions", &json!({"actions": [{"type": "key", "id": "keys", "actions": strokes}]}));
    }

    /// What the browser logged since last asked: errors, refusals of the policy.
    pub fn log(&self) -> Vec<String> {
        let entries = self.post("/se/log", &json!({"type": "browser"}));
        let entries = entries.as_array().unwrap().iter();
        entries.map(|entry| format!("{} {}", entry["level"].as_str().unwrap(), entry["message"].as_str().unwrap())).collect()
    }

    /// The scheme that the reader likes.
    pub fn scheme(&self, name: &str) {
        let features = json!([{"name": "prefers-color-scheme", "value": name}]);
        self.devtools("Emulation.setEmulatedMedia", &json!({"features": features}));
    }

    /// The size of the window.
    pub fn size(&self, width: u32, height: u32) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.devtools("Emulation.setDeviceMetricsOverride", &size);
    }

    /// How many questions the list says are left, of how many.
    pub fn left(&self) -> (usize, usize) {
        let text = self.script("return document.getElementById('left').textContent");
        let numbers: Vec<usize> = text.as_str().unwrap().split_whitespace().filter_map(|word| word.parse().ok()).collect();
        match numbers.as_slice() {
            [left, all] => (*left, *all),
            _ => panic!("{text}"),
        }
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.at.is_empty() && !std::thread::panicking() {
            self.call("DELETE", &self.at, None);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
