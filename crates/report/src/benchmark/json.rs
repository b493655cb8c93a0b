//! The table as JSON.

use serde_json::{Value, json};

use super::{BenchmarkReport, Column, notes};
use crate::changes;
use crate::compare::{chance, difference};
use crate::envelope::{Input, envelope};
use crate::invariants::first_json;
use crate::number::json_summary;

/// The schema of the output.
pub const SCHEMA: &str = "fourcell/benchmark@1";

/// Systems with their changes, then each column with its cells.
pub fn json(report: &BenchmarkReport, inputs: &[Input]) -> Vec<u8> {
    let systems: Vec<Value> = report
        .systems
        .iter()
        .map(|system| {
            json!({
                "name": system.name,
                "changes": system.changes.as_ref().map(changes::json),
                "incidents": system.incidents.as_ref().map(first_json),
            })
        })
        .collect();
    let columns: Vec<Value> = report.columns.iter().map(|each| column(each, report)).collect();
    let result = json!({
        "heading": report.heading,
        "systems": systems,
        "comparisons_adjusted_for": report.family.compared,
        "comparisons_without_p": report.family.undefined,
        "seed": report.seed,
        "replicates": report.replicates,
        "columns": columns,
    });
    envelope(SCHEMA, "matrix", inputs, result, &notes(report))
}

fn column(column: &Column, report: &BenchmarkReport) -> Value {
    let cell = |(place, system): (usize, &super::System)| {
        let against = column.against_best[place].as_ref();
        let mut cell = json_summary(&column.cells[place]);
        cell["system"] = json!(system.name);
        cell["standing"] = json!(column.standing[place].name());
        cell["against_best"] = json!(against.map(|c| json!({ "difference": difference(c), "p": chance(c) })));
        cell
    };
    let cells: Vec<Value> = report.systems.iter().enumerate().map(cell).collect();
    json!({
        "measure": column.measure,
        "less_is_better": column.less_is_better,
        "slice": column.slice.as_ref().map(|(key, value)| json!({ "key": key, "value": value })),
        "questions": column.questions,
        "directional_only": column.directional,
        "best_mean": column.best.map(|best| &report.systems[best].name),
        "cells": cells,
    })
}
