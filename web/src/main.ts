import "@fontsource-variable/source-sans-3";
import { mount } from "svelte";
import "./styles/app.css";
import "./app/settings.svelte"; // Before anything is drawn: it sets the theme.
import { install } from "./app/install.svelte";
import App from "./App.svelte";

mount(App, { target: document.getElementById("app")! });
install.start();
