import { damaged } from '../problem'
import type { BlockState, ScanComponent } from './block-state'

/** Reads all coefficients of a block. */
export function readBlock({ reader, places }: BlockState, of: ScanComponent, _block: number, valuesAt: number): void {
  const { dc, ac, component } = of
  if (dc === undefined || ac === undefined) throw damaged()
  const { values } = component
  const length = reader.symbol(dc)
  if (length > 16) throw damaged()
  of.last += reader.signed(length)
  values[valuesAt] = of.last
  for (let index = 1; index < 64; index++) {
    const symbol = reader.symbol(ac)
    const bits = symbol & 15
    const zeros = symbol >> 4
    if (bits === 0) {
      if (zeros < 15) return
      index += 15
      continue
    }
    index += zeros
    if (index > 63) throw damaged()
    const value = reader.signed(bits)
    const place = places[index]!
    if (place >= 0) values[valuesAt + place] = value
  }
}
