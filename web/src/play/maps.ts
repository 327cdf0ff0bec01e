/** The shapes of a board, loaded once: their address changes with their content. */
import type { MapFile } from "../board/geometry";

const maps = new Map<string, Promise<MapFile>>();

export function mapOf(url: string): Promise<MapFile> {
  let loading = maps.get(url);
  if (!loading) {
    loading = fetch(url).then((response) => {
      if (!response.ok) throw new Error(`map: ${response.status}`);
      return response.json() as Promise<MapFile>;
    });
    loading.catch(() => maps.delete(url));
    maps.set(url, loading);
  }
  return loading;
}
