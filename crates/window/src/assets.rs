//! The files of the page. They are part of the program, so that it needs nothing from the network.

use axum::http::header;
use axum::response::{IntoResponse, Response};

/// One file of the page.
#[derive(Debug, Clone, Copy)]
pub struct Asset {
    pub path: &'static str,
    kind: &'static str,
    bytes: &'static [u8],
}

impl Asset {
    pub fn answer(self) -> Response {
        // A newer program has newer files under the same names, so browsers must ask each time.
        ([(header::CONTENT_TYPE, self.kind), (header::CACHE_CONTROL, "no-cache")], self.bytes).into_response()
    }

    #[cfg(test)]
    fn bytes(self) -> &'static [u8] {
        self.bytes
    }
}

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const JS: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

macro_rules! assets {
    ($($path:literal $file:literal $kind:ident,)*) => {
        /// Every file of the page.
        pub const ALL: &[Asset] =
            &[$(Asset { path: $path, kind: $kind, bytes: include_bytes!(concat!("../page/", $file)) }),*];
    };
}

assets! {
    "/" "index.html" HTML,
    "/page/style.css" "style.css" CSS,
    "/page/icon.svg" "icon.svg" SVG,
    "/page/main.js" "main.js" JS,
    "/page/api.js" "api.js" JS,
    "/page/dom.js" "dom.js" JS,
    "/page/format.js" "format.js" JS,
    "/page/types.js" "types.js" JS,
    "/page/icons.js" "icons.js" JS,
    "/page/now.js" "now.js" JS,
    "/page/plan.js" "plan.js" JS,
    "/page/upkeep.js" "upkeep.js" JS,
    "/page/tasks.js" "tasks.js" JS,
    "/page/talk.js" "talk.js" JS,
    "/page/health.js" "health.js" JS,
    "/page/ground.js" "ground.js" JS,
    "/page/map.js" "map.js" JS,
    "/page/scene.js" "scene.js" JS,
    "/page/past.js" "past.js" JS,
    "/page/why.js" "why.js" JS,
    "/page/build.js" "build.js" JS,
    "/page/isometric.js" "isometric.js" JS,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Most bytes of the whole page over the wire.
    const PAGE_BYTES_MAX: usize = 1 << 20;

    #[test]
    fn every_file_of_the_page_is_served_and_together_they_are_small() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        for file in std::fs::read_dir(folder).unwrap() {
            let name = file.unwrap().file_name().into_string().unwrap();
            let served = ALL.iter().any(|asset| asset.path == format!("/page/{name}")) || name == "index.html";
            assert!(served, "{name} is in the folder and not in the table");
        }
        let bytes: usize = ALL.iter().map(|asset| asset.bytes().len()).sum();
        assert!(bytes < PAGE_BYTES_MAX, "{bytes}");
    }
}
