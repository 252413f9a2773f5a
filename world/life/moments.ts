import type { Organization } from './organization.ts'

/** The platform knows every moment of 30 days. The world remembers a few of each day, and adds their times to `moments`. */
export function rememberMoments(
  organization: Organization,
  moments: number[],
  { from, to }: { from: number; to: number },
): void {
  const { realm, world } = organization
  for (let nth = 0; nth < MOMENTS_PER_DAY; nth++) {
    const at = Math.ceil((from + (nth / MOMENTS_PER_DAY) * (to - from)) / 1000) * 1000
    // While it was founded, its first moment may have passed.
    if (at <= world.scheduler.now) continue
    world.scheduler.at(at, () => {
      realm.stored.remember()
      moments.push(at)
    })
  }
}

const MOMENTS_PER_DAY = 6
