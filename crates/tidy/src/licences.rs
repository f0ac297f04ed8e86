//! Checks that `deny.toml` allows the licence of every dependency.

use serde_json::Value;

/// The licences that `deny.toml` lists under `allow`.
pub fn allowed(deny_toml: &str) -> Vec<String> {
    let list = deny_toml.split("allow = [").nth(1).and_then(|rest| rest.split(']').next()).unwrap_or_default();
    list.split('"').skip(1).step_by(2).map(str::to_string).collect()
}

/// Whether the allowed licences satisfy an SPDX expression: one alternative of each `OR`, every part of each `AND`.
pub fn permits(expression: &str, allowed: &[String]) -> bool {
    let expression = expression.replace('/', " OR ");
    let expression = expression.replace(['(', ')'], " ");
    expression
        .split(" AND ")
        .all(|part| part.split(" OR ").any(|licence| allowed.iter().any(|permitted| permitted == licence.trim())))
}

/// Packages with a licence that is not allowed.
pub fn violations(metadata: &Value, allowed: &[String]) -> Vec<String> {
    let packages = metadata["packages"].as_array().expect("packages");
    let bad = packages.iter().filter(|package| !permits(package["license"].as_str().unwrap_or(""), allowed));
    bad.map(|package| format!("{} {}: {}", package["name"], package["version"], package["license"])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licence_expressions_need_one_of_each_or_and_all_of_each_and() {
        let allowed = allowed("[licenses]\nallow = [\n  \"MIT\",\n  \"Apache-2.0\", \"Unicode-3.0\"\n]\n");
        assert_eq!(allowed, ["MIT", "Apache-2.0", "Unicode-3.0"]);
        for (expression, ok) in [
            ("MIT", true),
            ("MIT OR GPL-3.0", true),
            ("MIT/Apache-2.0", true),
            ("GPL-3.0", false),
            ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
            ("(MIT OR Apache-2.0) AND GPL-3.0", false),
            ("", false),
        ] {
            assert_eq!(permits(expression, &allowed), ok, "{expression}");
        }
    }
}
