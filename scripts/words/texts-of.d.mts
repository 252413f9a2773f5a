export function textsOf(file: string, source: string): Map<string, string>
