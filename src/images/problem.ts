/**
 * Why a picture is not decoded: its bytes contradict each other, this code cannot read its form, it would take too much, or many
 * others wait.
 */
type Problem = 'damaged' | 'unsupported' | 'too large' | 'busy'

export class PictureProblem extends Error {
  constructor(readonly problem: Problem) {
    super(`The picture is ${problem}.`)
  }
}

export const damaged = () => new PictureProblem('damaged')
export const unsupported = () => new PictureProblem('unsupported')
export const tooLarge = () => new PictureProblem('too large')
export const busy = () => new PictureProblem('busy')
