// What most modules of the page speak of, by one name each.
type Answer = import("./static/state.js").Answer;
type Asked = import("./static/state.js").Asked;
type Asker = import("./static/asker.js").Asker;
type Board = import("./static/board.js").Board;
type Reply = import("./static/server.js").Reply;
type State = import("./static/state.js").State;
type Store = import("./static/store.js").Store;
