// What the programs of a call use of the machine, from phase to phase.

import { availableParallelism } from 'node:os'
import { cpuOfPrograms } from './browser-processes.ts'
import type { Program } from './runtime.ts'
import { number } from './table.ts'

/** The CPU seconds of each second. */
export type Cpu = { server: number; pages: number; media: number }

export type UsedCpu = ReturnType<typeof watchCpu>

/** Returns what measures the CPU seconds of each second of a phase. */
export function watchCpu(server: Program) {
  const look = () => ({
    at: performance.now() / 1000,
    server: server.cpuSeconds(),
    pages: cpuOfPrograms('--use-fake-device-for-media-stream'),
    media: cpuOfPrograms('call-media'),
  })
  const phases = new Map<string, Cpu>()
  let name = ''
  let began = look()

  function end(): void {
    const now = look()
    const share = (part: keyof Cpu) => (now[part] - began[part]) / (now.at - began.at)
    if (name !== '') phases.set(name, { server: share('server'), pages: share('pages'), media: share('media') })
    name = ''
  }

  return {
    end,
    begin(next: string): void {
      end()
      name = next
      began = look()
    },
    during: (phase: string): Cpu => phases.get(phase) ?? { server: NaN, pages: NaN, media: NaN },
    /** Says what the phase that runs has used so far. */
    text(): string {
      const phase = name
      end()
      const { server: of, pages, media } = this.during(phase)
      const parts = `the pages ${number(pages, '')}, the media server ${number(media, '')}, the server ${number(of, '')}`
      return `CPU of ${availableParallelism()} cores meanwhile: ${parts}.`
    },
  }
}
