export function complaintsAboutPatterns(
  paths: readonly string[],
  options?: { cache?: string; nameOf?: (path: string) => string },
): Promise<{ count: number; complaints: string[] }>
