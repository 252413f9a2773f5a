declare module '*?raw' {
  const text: string
  export default text
}

interface ImportMeta {
  glob<Module>(
    pattern: string,
    options: { query?: string; import?: string; eager: true },
  ): Readonly<Record<string, Module>>
  glob(patterns: string | readonly string[]): Readonly<Record<string, () => Promise<Record<string, unknown>>>>
}
