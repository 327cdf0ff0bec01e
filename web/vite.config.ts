import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

// The client is built into the Python package, which serves it.
const SERVER = process.env.SANDTABLE_SERVER ?? "http://127.0.0.1:1941";

export default defineConfig({
  plugins: [svelte()],
  base: "/",
  build: {
    outDir: "../src/sandtable/server/static",
    emptyOutDir: true,
    assetsDir: "assets",
    assetsInlineLimit: 0,
    target: "es2022",
  },
  server: {
    proxy: { "/api": { target: SERVER, ws: true, changeOrigin: true } },
  },
  test: {
    environment: "jsdom",
    include: ["src/**/*.test.ts"],
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
});
