import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// The client is built into the Python package, which serves it.
const SERVER = process.env.SANDTABLE_SERVER ?? "http://127.0.0.1:1941";

/** Writes the service worker, which has to know the names of all files that it keeps. */
function serviceWorker(): Plugin {
  return {
    name: "service-worker",
    apply: "build",
    generateBundle(_, bundle) {
      // Of the font's many files only the one for our language is kept beforehand.
      const files = Object.keys(bundle)
        .filter((name) => /\.(js|css)$|latin-wght-normal.*\.woff2$/.test(name))
        .map((name) => `/${name}`)
        .sort();
      const text = readFileSync(new URL("service-worker.js", import.meta.url), "utf-8");
      const version = createHash("sha256").update(text).update(files.join()).digest("hex");
      this.emitFile({
        type: "asset",
        fileName: "sw.js",
        source: text
          .replace("__VERSION__", version.slice(0, 12))
          .replace('..."__FILES__"', `...${JSON.stringify(files)}`),
      });
    },
  };
}

export default defineConfig({
  plugins: [svelte(), serviceWorker()],
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
