// Controls a test process and its copy of the project, and replaces the process when it hangs or dies.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import type { Mutant } from '../../test/mutants/mutant'
import { Copy } from './copy.ts'
import type { Answer, TestRequest } from './test-requests.ts'

const MAX_OUTPUT_CHARACTERS = 4000

/** A process that runs tests on request. */
type TestProcess = {
  pid: number | undefined
  died: Promise<Answer>
  ask: (request: TestRequest) => Promise<Answer>
}

export class Tester {
  readonly #copy: Copy
  #child: TestProcess | undefined
  /** Files that have changed since the process last read them. */
  #stale = new Set<string>()

  constructor(root: string) {
    this.#copy = new Copy(root)
  }

  /** Runs the tests of a mutant, with the mutant applied. */
  async tryOut(mutant: Mutant, seconds: number): Promise<Answer> {
    const { tests, only, file } = mutant
    const undo = this.#copy.apply(mutant)
    this.#stale.add(file)
    try {
      return await this.run({ tests, only, bail: 1 }, seconds)
    } finally {
      undo()
      this.#stale.add(file)
    }
  }

  /** Runs tests. `state` is also `hung` if they take longer than `seconds`, or `died` if the process ends. */
  async run(request: Omit<TestRequest, 'changed'>, seconds: number): Promise<Answer> {
    this.#child ??= this.#start()
    const child = this.#child
    const changed = [...this.#stale]
    this.#stale.clear()
    let timer: NodeJS.Timeout | undefined
    const timeout = new Promise<Answer>((resolve) => {
      timer = setTimeout(() => resolve({ state: 'hung', tests: [], message: `after ${seconds} s` }), seconds * 1000)
    })
    const answer = await Promise.race([child.ask({ ...request, changed }), child.died, timeout])
    clearTimeout(timer)
    if (answer.state === 'hung' || answer.state === 'died') this.#stop()
    return answer
  }

  /** Ends the process and removes the copy. Can be called repeatedly. */
  end(): void {
    this.#stop()
    this.#copy.remove()
  }

  #start(): TestProcess {
    // Its own process group, so that the runtime that vitest starts ends with it.
    const child = fork(join(this.#copy.root, 'scripts/mutants/test-process.ts'), {
      cwd: this.#copy.root,
      detached: true,
      env: { ...process.env, NODE_ENV: 'test', CI: 'true' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let output = ''
    child.stderr?.on('data', (more) => (output = (output + more).slice(-MAX_OUTPUT_CHARACTERS)))
    const nextMessage = async () => (await once(child, 'message'))[0]
    const ready = nextMessage()
    return {
      pid: child.pid,
      died: new Promise<Answer>((resolve) => {
        child.once('exit', () => resolve({ state: 'died', tests: [], message: output }))
      }),
      async ask(request) {
        await ready
        const answer = nextMessage()
        if (child.connected) child.send(request)
        return answer
      },
    }
  }

  #stop() {
    const child = this.#child
    this.#child = undefined
    if (child?.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  }
}
