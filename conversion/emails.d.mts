export function emailsIn(text: string, name: string): Record<string, string>
