// The least that a page of React and its router can be: what our home is measured against.
import { createElement } from "react";
import { createRoot } from "react-dom/client";
import { BrowserRouter, Link, Route, Routes } from "react-router-dom";

function Home() {
  return createElement(
    "main",
    null,
    createElement("h1", null, "A bare page"),
    createElement("p", null, createElement(Link, { to: "/" }, "Home")),
  );
}

const routes = createElement(Routes, null, createElement(Route, { path: "*", element: createElement(Home) }));
createRoot(document.getElementById("root")).render(createElement(BrowserRouter, null, routes));
