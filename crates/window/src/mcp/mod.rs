//! An MCP server on standard input and output: an assistant asks a running agent for its state and gives it orders.
//!
//! Each tool is one request of `/v1` over the socket of the data directory, so an assistant may do what a command of the same user
//! may, and nothing else. What the agent refuses is the tool's answer, with the way out.

mod tools;

use crate::client::{Client, ClientError, Reply};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Implementation, InitializeResult,
    ListToolsResult, PaginatedRequestParams, ServerCapabilities, Tool,
};
use rmcp::service::RequestContext;
use rmcp::transport::async_rw::AsyncRwTransport;
use rmcp::{ErrorData, RoleServer, ServerHandler, ServiceExt};
use serde_json::{Map, Value};
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::sync::Semaphore;
use tools::Request;

/// Longest line of an assistant that is read: the largest planning request and some room for its envelope. A longer one is dropped.
pub const LINE_BYTES_MAX: usize = crate::solve::SOLVE_BYTES_MAX + 64 * 1024;
/// Calls worked on at a time; more wait. Assistants ask one thing after another, and the agent answers other programs too.
pub const CALLS_MAX: usize = 4;

/// What an assistant is told when it connects.
const INSTRUCTIONS: &str = "A running Stead agent that lives in a Minecraft world. Ask `status` first. `give_goal` asks it for \
    something; the agent finds tools and materials by itself, so ask for what you want in the end. Names are those of the game, such \
    as oak_log or stone_pickaxe. `why` gives the chain of reasons behind a task (T12) or an action (A45). 20 ticks are a second.";

/// Why the MCP server ended early.
#[derive(Debug, Error)]
#[error("the assistant's connection broke: {0}")]
pub struct McpError(String);

/// The MCP server of one data directory.
#[derive(Debug, Clone)]
struct Server {
    client: Client,
    calls: Arc<Semaphore>,
}

/// Serves an assistant on standard input and output until it closes them.
pub fn serve(dir: &Path) -> Result<(), McpError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| McpError(error.to_string()))?;
    let (read, write) = rmcp::transport::stdio();
    let served = runtime.block_on(converse(dir, read, write));
    runtime.shutdown_background(); // standard input may still be waited for
    served
}

async fn converse<R, W>(dir: &Path, read: R, write: W) -> Result<(), McpError>
where
    R: AsyncRead + Unpin + Send + 'static,
    W: AsyncWrite + Unpin + Send + 'static,
{
    let server = Server { client: Client::new(dir), calls: Arc::new(Semaphore::new(CALLS_MAX)) };
    let transport = AsyncRwTransport::<RoleServer, R, W>::new(read, write).with_max_line_length(LINE_BYTES_MAX);
    let running = server.serve(transport).await.map_err(|error| McpError(error.to_string()))?;
    running.waiting().await.map(drop).map_err(|error| McpError(error.to_string()))
}

impl ServerHandler for Server {
    fn get_info(&self) -> InitializeResult {
        InitializeResult::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("stead", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::all()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::all().into_iter().find(|tool| tool.name == name)
    }

    async fn call_tool(
        &self,
        call: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(request) = tools::request(&call.name, call.arguments.unwrap_or_default()) else {
            let named: String = call.name.chars().take(40).collect();
            return Err(ErrorData::invalid_params(format!("there is no tool {named:?}"), None));
        };
        Ok(match request {
            Ok(request) => self.ask(request).await,
            Err(wrong) => CallToolResult::error(vec![ContentBlock::text(wrong)]),
        }
        .into())
    }
}

impl Server {
    async fn ask(&self, request: Request) -> CallToolResult {
        let seat = Arc::clone(&self.calls).acquire_owned().await;
        let client = self.client.clone();
        let asked = tokio::task::spawn_blocking(move || {
            let _seat = seat;
            match request {
                Request::Get(path) => client.get(&path),
                Request::Post(path, body) => client.post(path, Value::Object(body).to_string().into_bytes()),
            }
        });
        match asked.await {
            Ok(replied) => result(replied),
            Err(error) => CallToolResult::error(vec![ContentBlock::text(error.to_string())]),
        }
    }
}

/// The agent's answer as the tool's: its JSON, marked as an error if it is a refusal.
fn result(replied: Result<Reply, ClientError>) -> CallToolResult {
    let Reply { status, body } = match replied {
        Ok(reply) => reply,
        Err(error) => return CallToolResult::error(vec![ContentBlock::text(error.to_string())]),
    };
    match serde_json::from_slice::<Map<String, Value>>(&body) {
        Ok(answer) if status == 200 => CallToolResult::structured(Value::Object(answer)),
        Ok(answer) => CallToolResult::structured_error(Value::Object(answer)),
        Err(_) => {
            let said =
                format!("the agent answered with status {status} and no object; use the version of stead that runs it");
            CallToolResult::error(vec![ContentBlock::text(said)])
        }
    }
}
