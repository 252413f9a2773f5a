/**
 * Before each request and each call of a Durable Object, the vitest plugin asks Vite, in another process, for the path of the
 * Worker's module. That takes half of the time of a test. This file caches the answer, which never changes in a process.
 */
type ModuleRunner = { import(path: string): Promise<unknown> }
type Mocker = { __vitest_mocker__: { moduleRunner: ModuleRunner } }

const MAIN = '/src/worker.ts'

const { moduleRunner } = (globalThis as unknown as Mocker).__vitest_mocker__
const importModule = moduleRunner.import.bind(moduleRunner)
let main: Promise<unknown> | undefined

moduleRunner.import = (path) => {
  if (!path.endsWith(MAIN)) return importModule(path)
  main ??= importModule(path).catch((error: unknown) => {
    main = undefined
    throw error
  })
  return main
}
