//! What a schema is made of: the forms that values have, named as the readers name them.

use std::fmt::Display;

use serde_json::{Map, Value, json};

/// A character that is not white space, as `str::trim` has it. Regular expressions differ in what `\S` is.
const VISIBLE: &str = r"[^\t-\r \u0085\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]";

/// The form of a value.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Form(Map<String, Value>);

impl Form {
    /// The form as JSON.
    pub fn json(self) -> Value {
        Value::Object(self.0)
    }

    /// Adds a keyword.
    pub fn with(mut self, keyword: &str, value: impl Into<Value>) -> Self {
        self.0.insert(keyword.to_owned(), value.into());
        self
    }

    /// Says what the value means.
    pub fn about(self, text: &str) -> Self {
        self.with("description", text)
    }

    /// Says what holds where nothing is said.
    pub fn usual(self, value: impl Into<Value>) -> Self {
        self.with("default", value)
    }

    /// At least this.
    pub fn least(self, number: impl Into<Value>) -> Self {
        self.with("minimum", number)
    }

    /// At most this.
    pub fn most(self, number: impl Into<Value>) -> Self {
        self.with("maximum", number)
    }

    /// More than this.
    pub fn above(self, number: impl Into<Value>) -> Self {
        self.with("exclusiveMinimum", number)
    }

    /// Less than this.
    pub fn below(self, number: impl Into<Value>) -> Self {
        self.with("exclusiveMaximum", number)
    }

    /// Of an object: what each of its keys means, and nothing else.
    pub fn meanings(&self) -> Form {
        let keys = self.0.get("properties").and_then(Value::as_object).into_iter().flatten();
        let means = keys.map(|(key, form)| (key.as_str(), Form::default().with("description", form["description"].clone())));
        where_keys(means.filter(|(_, form)| form.0["description"].is_string()))
    }

    /// Names a part of the schema, for [`named`].
    pub fn defining(mut self, name: &str, form: Form) -> Self {
        let parts = self.0.entry("$defs").or_insert_with(|| json!({}));
        parts[name] = form.json();
        self
    }

    /// The same, or null: in JSON that is the same as an absent field.
    pub fn or_null(mut self) -> Self {
        if self.0.keys().all(|keyword| keyword == "description") || self.0.get("type") == Some(&json!("null")) {
            // It admits null as it is.
        } else if let Some(Value::Array(names)) = self.0.get_mut("enum") {
            names.push(Value::Null);
        } else if let Some(Value::Array(types)) = self.0.get_mut("type") {
            if !types.contains(&json!("null")) {
                types.push(json!("null"));
            }
        } else if let Some(one) = self.0.get_mut("type") {
            *one = json!([one.take(), "null"]);
        } else {
            return any_of([self, null()]);
        }
        self
    }
}

fn of_type(name: &str) -> Form {
    Form::default().with("type", name)
}

/// Whatever stands there.
pub fn anything() -> Form {
    Form::default()
}

/// Null, which is the same as absent.
pub fn null() -> Form {
    of_type("null")
}

/// Anything but null.
pub fn stated() -> Form {
    Form::default().with("not", null().json())
}

/// A string.
pub fn text() -> Form {
    of_type("string")
}

/// A string that holds something to be seen.
pub fn visible() -> Form {
    text().with("pattern", VISIBLE)
}

/// A string that matches a regular expression.
pub fn matching(pattern: &str) -> Form {
    text().with("pattern", pattern)
}

/// An id: a string; a number is taken as its literal text.
pub fn id() -> Form {
    Form::default().with("type", json!(["string", "number"])).with("pattern", VISIBLE)
}

/// A revision: an id, or the empty one of documents without revisions.
pub fn revision() -> Form {
    Form::default().with("type", json!(["string", "number"])).with("pattern", format!("^$|{VISIBLE}"))
}

/// True or false.
pub fn truth() -> Form {
    of_type("boolean")
}

/// A whole number of at least `least`.
pub fn whole(least: u32) -> Form {
    of_type("integer").least(least)
}

/// A whole number within bounds.
pub fn whole_within<N: Into<Value> + Copy>(bounds: &std::ops::RangeInclusive<N>) -> Form {
    of_type("integer").least(*bounds.start()).most(*bounds.end())
}

/// A number.
pub fn number() -> Form {
    of_type("number")
}

/// One of these names.
pub fn choice<'n>(names: impl IntoIterator<Item = &'n str>) -> Form {
    Form::default().with("enum", names.into_iter().collect::<Vec<_>>())
}

/// One of the names that a reader knows with their values.
pub fn one_of<T>(names: &[(&'static str, T)]) -> Form {
    choice(names.iter().map(|(name, _)| *name))
}

/// A list of such values.
pub fn list(of: Form) -> Form {
    of_type("array").with("items", of.json())
}

/// `[start, end]`, half-open.
pub fn pair() -> Form {
    list(whole(0)).with("minItems", 2).with("maxItems", 2)
}

/// A table of any keys, each with such a value.
pub fn table_of(value: Form) -> Form {
    of_type("object").with("additionalProperties", value.json())
}

/// A part that [`Form::defining`] named.
pub fn named(part: impl Display) -> Form {
    Form::default().with("$ref", format!("#/$defs/{part}"))
}

/// Any of these forms.
pub fn any_of(forms: impl IntoIterator<Item = Form>) -> Form {
    Form::default().with("anyOf", forms.into_iter().map(Form::json).collect::<Vec<_>>())
}

/// Of an object: what stands under some keys; the others are free.
pub fn where_keys<'k>(forms: impl IntoIterator<Item = (&'k str, Form)>) -> Form {
    let properties: Map<String, Value> = forms.into_iter().map(|(key, form)| (key.to_owned(), form.json())).collect();
    Form::default().with("properties", properties)
}

/// Of an object: `there` are there and not null, `absent` are not there or null; the others are free.
pub fn states(there: &[&str], absent: &[&str]) -> Form {
    let forms = there.iter().map(|key| (*key, stated())).chain(absent.iter().map(|key| (*key, null())));
    let form = where_keys(forms);
    if there.is_empty() { form } else { form.with("required", there.to_vec()) }
}

/// An object of JSON with the keys that its reader knows. An absent field and null are the same.
pub fn object(keys: &[&'static str]) -> Keys {
    Keys::new(keys, true)
}

/// A table of TOML, which has no null.
pub fn table(keys: &[&'static str]) -> Keys {
    Keys::new(keys, false)
}

/// An object while its keys are told.
#[derive(Clone, Debug)]
pub struct Keys {
    known: Vec<&'static str>,
    with_null: bool,
    properties: Map<String, Value>,
    needed: Vec<&'static str>,
    others: Option<Value>,
}

impl Keys {
    fn new(keys: &[&'static str], with_null: bool) -> Self {
        Self { known: keys.to_vec(), with_null, properties: Map::new(), needed: Vec::new(), others: None }
    }

    fn add(mut self, key: &'static str, form: Form) -> Self {
        debug_assert!(
            self.known.contains(&key),
            "the schema has a key '{key}', which the reader does not know: {:?}",
            self.known
        );
        self.properties.insert(key.to_owned(), form.json());
        self
    }

    /// A key that must be there.
    pub fn need(mut self, key: &'static str, form: Form) -> Self {
        self.needed.push(key);
        self.add(key, form)
    }

    /// A key that may be there.
    pub fn may(self, key: &'static str, form: Form) -> Self {
        let form = if self.with_null { form.or_null() } else { form };
        self.add(key, form)
    }

    /// The keys that are not told yet are not there, or null.
    pub fn no_more(mut self) -> Self {
        for key in self.known.clone() {
            self.properties.entry(key).or_insert_with(|| null().json());
        }
        self.closed()
    }

    /// Other keys than the known ones are refused.
    pub fn closed(mut self) -> Self {
        self.others = Some(json!(false));
        self
    }

    /// Other keys than the known ones have this form.
    pub fn others(mut self, form: Form) -> Self {
        self.others = Some(form.json());
        self
    }

    /// The form. A known key that was not told may hold anything, so that the schema refuses nothing that the reader accepts; tests,
    /// which check assertions, fail.
    pub fn form(mut self) -> Form {
        for key in &self.known {
            let told = self.properties.contains_key(*key);
            debug_assert!(told, "the reader knows a key '{key}', which its schema does not describe: {:?}", self.known);
            self.properties.entry(*key).or_insert_with(|| json!(true));
        }
        let mut form = of_type("object").with("properties", self.properties);
        if !self.needed.is_empty() {
            form = form.with("required", self.needed);
        }
        match self.others {
            Some(others) => form.with("additionalProperties", others),
            None => form,
        }
    }
}
