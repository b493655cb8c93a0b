//! Server-sent events: the `data` of each, from bytes that come in any pieces.

use std::time::Duration;

/// One event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Its data.
    pub data: String,
    /// When it was complete, from sending.
    pub at: Duration,
}

/// Puts events together.
#[derive(Debug, Default)]
pub(crate) struct Events {
    line: Vec<u8>,
    data: Option<String>,
    at: Duration,
    done: Vec<Event>,
}

impl Events {
    /// Takes bytes that came so long after sending.
    pub fn hear(&mut self, bytes: &[u8], at: Duration) {
        self.at = at;
        for byte in bytes {
            match byte {
                b'\n' => self.end_line(),
                byte => self.line.push(*byte),
            }
        }
    }

    /// The events; one that lacks its empty line at the end counts too.
    pub fn finish(mut self) -> Vec<Event> {
        self.end_line();
        self.end_event();
        self.done
    }

    fn end_line(&mut self) {
        let line = std::mem::take(&mut self.line);
        let line = line.strip_suffix(b"\r").unwrap_or(&line);
        if line.is_empty() {
            self.end_event();
        } else if let Some(data) = line.strip_prefix(b"data:") {
            let data = String::from_utf8_lossy(data.strip_prefix(b" ").unwrap_or(data));
            match &mut self.data {
                None => self.data = Some(data.into_owned()),
                Some(before) => {
                    before.push('\n');
                    before.push_str(&data);
                }
            }
        }
        // Comments, names and ids of events say nothing that is needed here.
    }

    fn end_event(&mut self) {
        if let Some(data) = self.data.take() {
            self.done.push(Event { data, at: self.at });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_make_events_with_the_time_they_were_complete() {
        let mut events = Events::default();
        let text = ": hello\r\nevent: x\r\ndata: {\"é\":1}\r\n\r\ndata:a\ndata: b\n\n\n: ping\n\ndata: [DONE]";
        for (number, byte) in text.bytes().enumerate() {
            events.hear(&[byte], Duration::from_millis(number as u64));
        }
        let events = events.finish();
        assert_eq!(events.iter().map(|e| e.data.as_str()).collect::<Vec<_>>(), ["{\"é\":1}", "a\nb", "[DONE]"]);
        assert!(events[0].at < events[1].at);
    }
}
