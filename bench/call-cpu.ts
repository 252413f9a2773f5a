// What the programs of a call use of the machine, from phase to phase.

import { availableParallelism, cpus } from 'node:os'
import { cpuOfPrograms, waitOfPrograms } from './browser-processes.ts'
import type { Program } from './runtime.ts'
import { number } from './table.ts'

/** The CPU seconds of each second. `mediaWaits`: in which the media server waited for a core. `idle`: which no program of the machine used. */
export type Cpu = { server: number; pages: number; media: number; mediaWaits: number; idle: number }

const NONE: Cpu = { server: NaN, pages: NaN, media: NaN, mediaWaits: NaN, idle: NaN }

export type UsedCpu = ReturnType<typeof watchCpu>

/** Returns what measures the CPU seconds of each second of a phase. */
export function watchCpu(server: Program) {
  const look = () => ({
    at: performance.now() / 1000,
    server: server.cpuSeconds(),
    pages: cpuOfPrograms('--use-fake-device-for-media-stream'),
    media: cpuOfPrograms('call-media'),
    mediaWaits: waitOfPrograms('call-media'),
    idle: cpus().reduce((sum, { times }) => sum + times.idle / 1000, 0),
  })
  const phases = new Map<string, Cpu>()
  let name = ''
  let began = look()

  function end(): void {
    const now = look()
    const share = (part: keyof Cpu) => (now[part] - began[part]) / (now.at - began.at)
    const used = { server: share('server'), pages: share('pages'), media: share('media') }
    if (name !== '') phases.set(name, { ...used, mediaWaits: share('mediaWaits'), idle: share('idle') })
    name = ''
  }

  return {
    end,
    begin(next: string): void {
      end()
      name = next
      began = look()
    },
    during: (phase: string): Cpu => phases.get(phase) ?? NONE,
    /** Says what the phase that runs has used so far. */
    text(): string {
      const phase = name
      end()
      const { server: of, pages, media, idle } = this.during(phase)
      const parts = `the pages ${number(pages, '')}, the media server ${number(media, '')}, the server ${number(of, '')}`
      return `CPU of ${availableParallelism()} cores meanwhile: ${parts}; not used ${number(idle, '')}.`
    },
  }
}
