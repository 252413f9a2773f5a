import { afterAll } from 'vitest'
import { answeredRoutes } from '../../src/api/check-declaration'
import { endpoints } from '../../src/catalogue'

declare module 'vitest' {
  interface TaskMeta {
    /** Which endpoints there are, and which have answered so far. */
    endpoints?: { declared: string[]; answered: string[] }
  }
}

// Tests run where the Worker does, and the run is judged elsewhere (every-endpoint.ts): each file's report takes this along.
// oxlint-disable-next-line eslint/no-empty-pattern -- vitest reads the pattern for the fixtures that are wanted: none
afterAll(({}, { file }) => {
  const asked = endpoints.filter((endpoint) => !endpoint.isUnconfigured)
  file.meta.endpoints = { declared: asked.map(({ route }) => route), answered: [...answeredRoutes] }
})
