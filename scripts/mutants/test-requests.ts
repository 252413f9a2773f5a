/** Tests that a process runs. `only` is a part of their titles, and `changed` are the files to read again. */
export type TestRequest = {
  tests: readonly string[]
  only?: string | undefined
  changed: readonly string[]
  /** Stop after so many failed tests, or never (0). */
  bail: number
}

/**
 * The result of tests, and the names of those that failed. `broken`: a test file could not be loaded. `empty`: no test matched.
 * `hung` and `died` are about the process.
 */
export type Answer = {
  state: 'failed' | 'passed' | 'broken' | 'empty' | 'hung' | 'died'
  tests: string[]
  message: string
}
