//! Hears which keys a reader asks for, so that tests can hold them against its schema.

use std::cell::RefCell;
use std::collections::BTreeSet;

/// An object's path in the file, as `evidence.all[0]`, and a key that was asked of it.
pub(crate) type Asked = BTreeSet<(String, String)>;

thread_local! {
    static HEARD: RefCell<Option<Asked>> = const { RefCell::new(None) };
}

/// Called by readers for each key that they ask for.
pub(crate) fn hear(path: impl FnOnce() -> String, key: &str) {
    // The path is found by walking, so only where somebody listens.
    let listening = HEARD.with_borrow(Option::is_some);
    if listening {
        let entry = (path(), key.to_owned());
        HEARD.with_borrow_mut(|heard| heard.as_mut().map(|all| all.insert(entry)));
    }
}

/// What is asked for while `read` runs.
pub(crate) fn while_doing(read: impl FnOnce()) -> Asked {
    HEARD.set(Some(Asked::new()));
    read();
    HEARD.take().unwrap_or_default()
}
