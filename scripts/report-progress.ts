// A reporter of vitest: how many files are done, and about how long the others take.

/** How long a file of each project takes, compared with a file of the server. Only the ratios matter. */
const WEIGHTS = { rules: 0.05, 'slow-rules': 3, server: 1, gateways: 2, scripts: 6, browser: 10, costs: 20 }
const SECONDS_BETWEEN_LINES = 15

const weightOf = ({ name }: { name: string }): number =>
  Object.entries(WEIGHTS).find(([other]) => other === name)?.[1] ?? 1

export default class ProgressReporter {
  #files = 0
  #filesDone = 0
  #weight = 0
  #weightDone = 0
  #startedAt = 0
  #writtenAt = 0

  onTestRunStart(specifications: readonly { project: { name: string } }[]) {
    this.#files = specifications.length
    this.#weight = specifications.reduce((sum, { project }) => sum + weightOf(project), 0)
    this.#startedAt = this.#writtenAt = performance.now()
  }

  onTestModuleEnd({ project }: { project: { name: string } }) {
    this.#filesDone++
    this.#weightDone += weightOf(project)
    const now = performance.now()
    if (now - this.#writtenAt < SECONDS_BETWEEN_LINES * 1000 || this.#filesDone === this.#files) return
    this.#writtenAt = now
    const secondsLeft = ((now - this.#startedAt) / 1000 / this.#weightDone) * (this.#weight - this.#weightDone)
    const left = secondsLeft < 90 ? `${Math.ceil(secondsLeft)} seconds` : `${Math.ceil(secondsLeft / 60)} minutes`
    console.log(`${this.#filesDone} of ${this.#files} files are done, about ${left} are left.`)
  }
}
