import { afterAll } from 'vitest'
import { answeredRoutes } from '../../src/api/check-declaration'
import { endpoints } from '../../src/catalogue'

declare module 'vitest' {
  interface TaskMeta {
    /** The endpoints of the catalogue, and those that have answered in this file. */
    endpoints?: { declared: string[]; answered: string[] }
  }
}

// Tests run inside the runtime, and every-endpoint.ts runs outside of it. The report of each file carries this from one to the other.
// oxlint-disable-next-line eslint/no-empty-pattern -- vitest reads the pattern for the fixtures that a test needs: none
afterAll(({}, { file }) => {
  const configured = endpoints.filter((endpoint) => !endpoint.isUnconfigured)
  file.meta.endpoints = { declared: configured.map(({ route }) => route), answered: [...answeredRoutes] }
})
