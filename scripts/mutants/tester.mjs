// A test process and its copy of the project, seen from outside: asks it, and replaces it when it hangs or dies.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import process from 'node:process'
import { Copy } from './copy.mjs'

const WORDS_KEPT = 4000

export class Tester {
  #copy
  #child
  /** Files that have changed since the process last read them. */
  #stale = new Set()

  constructor(root) {
    this.#copy = new Copy(root)
  }

  /** Runs the tests of a mutant, with the mutant applied. */
  async tryOut(mutant, seconds) {
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

  /** Runs tests. `state` is also `hung`, where they take longer than this, or `died`, where the process does. */
  async run(request, seconds) {
    this.#child ??= this.#start()
    const child = this.#child
    const changed = [...this.#stale]
    this.#stale.clear()
    let timer
    const patience = new Promise((resolve) => {
      timer = setTimeout(() => resolve({ state: 'hung', tests: [], message: `after ${seconds} s` }), seconds * 1000)
    })
    const answer = await Promise.race([child.ask({ ...request, changed }), child.died, patience])
    clearTimeout(timer)
    if (answer.state === 'hung' || answer.state === 'died') this.#stop()
    return answer
  }

  /** Ends the process and removes the copy. May be called at any time, and more than once. */
  end() {
    this.#stop()
    this.#copy.remove()
  }

  #start() {
    // A process group of its own, so that the runtime that vitest starts is ended with it.
    const child = fork(join(this.#copy.root, 'scripts/mutants/test-process.mjs'), {
      cwd: this.#copy.root,
      detached: true,
      env: { ...process.env, NODE_ENV: 'test', CI: 'true' },
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    })
    let words = ''
    child.stderr.on('data', (more) => (words = (words + more).slice(-WORDS_KEPT)))
    const heard = async () => (await once(child, 'message'))[0]
    const ready = heard()
    return {
      pid: child.pid,
      died: new Promise((resolve) => {
        child.once('exit', () => resolve({ state: 'died', tests: [], message: words }))
      }),
      async ask(request) {
        await ready
        const answer = heard()
        if (child.connected) child.send(request)
        return answer
      },
    }
  }

  #stop() {
    const child = this.#child
    this.#child = undefined
    if (child === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has ended already.
    }
  }
}
