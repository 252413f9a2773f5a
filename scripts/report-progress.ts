// A reporter of vitest: how many files are done, and about how long the others take.

import { secondsLeft, usualSeconds } from './progress/seconds-left.ts'

const SECONDS_BETWEEN_LINES = 15

type Specification = { project: { name: string }; moduleId: string }

type FileRun = { usual: number; begunAt?: number; seconds?: number }

export default class ProgressReporter {
  readonly #files = new Map<string, FileRun>()
  #workers = 1
  #root = ''
  #writtenAt = 0

  onInit({ config }: { config: { maxWorkers: number; root: string } }) {
    this.#workers = config.maxWorkers
    this.#root = config.root
  }

  onTestRunStart(specifications: readonly Specification[]) {
    this.#files.clear()
    for (const each of specifications) {
      const path = each.moduleId.slice(this.#root.length + 1)
      this.#files.set(nameOf(each), { usual: usualSeconds({ project: each.project.name, path }) })
    }
    this.#writtenAt = performance.now()
  }

  onTestModuleStart(module: Specification) {
    const file = this.#files.get(nameOf(module))
    if (file) file.begunAt = performance.now()
  }

  onTestModuleEnd(module: Specification) {
    const now = performance.now()
    const file = this.#files.get(nameOf(module))
    if (file) file.seconds = (now - (file.begunAt ?? now)) / 1000
    const all = [...this.#files.values()]
    const done = all.flatMap(({ usual, seconds }) => (seconds === undefined ? [] : [{ usual, seconds }]))
    if (now - this.#writtenAt < SECONDS_BETWEEN_LINES * 1000 || done.length === all.length) return
    this.#writtenAt = now
    const others = all.filter(({ seconds }) => seconds === undefined)
    const running = others.flatMap(({ usual, begunAt }) =>
      begunAt === undefined ? [] : [{ usual, seconds: (now - begunAt) / 1000 }],
    )
    const waiting = others.flatMap(({ usual, begunAt }) => (begunAt === undefined ? [usual] : []))
    const seconds = secondsLeft({ workers: this.#workers, done, running, waiting })
    const left = seconds < 90 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`
    console.log(`${done.length} of ${all.length} files are done, about ${left} are left.`)
  }
}

const nameOf = ({ project, moduleId }: Specification): string => `${project.name} ${moduleId}`
