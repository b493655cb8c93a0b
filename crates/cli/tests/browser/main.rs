//! The report in a real browser: Debian's Chromium, driven by the W3C's protocol. Where there is none the tests say so and are skipped.

#[path = "../command/mod.rs"]
mod command;
mod driver;
mod fixture;

mod hostile;
mod large;
mod links;
mod looks;
