import { damaged } from '../problem'
import type { Component } from './frame'
import type { BlockState, ScanComponent } from './block-state'

/** Reads the high bits of the average of a block. */
export function readFirstDc({ reader, scan }: BlockState, of: ScanComponent, _block: number, valuesAt: number): void {
  if (of.dc === undefined) throw damaged()
  const length = reader.symbol(of.dc)
  if (length > 16) throw damaged()
  of.last += reader.signed(length)
  of.component.values[valuesAt] = of.last << scan.low
}

/** Reads one more bit of the average of a block. */
export function refineDc({ reader, scan }: BlockState, of: ScanComponent, _block: number, valuesAt: number): void {
  if (reader.bits(1) === 1) of.component.values[valuesAt]! |= 1 << scan.low
}

/** Reads the high bits of the other coefficients. */
export function readFirstAc(state: BlockState, of: ScanComponent, block: number, valuesAt: number): void {
  if (state.emptyBlocks > 0) {
    state.emptyBlocks--
    return
  }
  const { reader, scan, places } = state
  const { ac, component } = of
  if (ac === undefined) throw damaged()
  for (let index = scan.from; index <= scan.to; index++) {
    const symbol = reader.symbol(ac)
    const bits = symbol & 15
    const zeros = symbol >> 4
    if (bits === 0 && zeros < 15) {
      state.emptyBlocks = 2 ** zeros + reader.bits(zeros) - 1
      return
    }
    index += zeros
    if (bits === 0) continue
    if (index > 63) throw damaged()
    set(component, block, index)
    const value = reader.signed(bits)
    const place = places[index]!
    if (place >= 0) component.values[valuesAt + place] = value << scan.low
  }
}

/** Reads one more bit of each coefficient that was set before. These bits are between the coefficients that become set now. */
export function refineAc(state: BlockState, of: ScanComponent, block: number, valuesAt: number): void {
  const { reader, scan, places } = state
  const { ac, component } = of
  if (ac === undefined) throw damaged()
  const step = 1 << scan.low
  let index = scan.from
  if (state.emptyBlocks === 0) {
    for (; index <= scan.to; index++) {
      const symbol = reader.symbol(ac)
      let zeros = symbol >> 4
      if ((symbol & 15) === 0 && zeros < 15) {
        state.emptyBlocks = 2 ** zeros + reader.bits(zeros)
        break
      }
      const value = (symbol & 15) === 0 ? 0 : reader.bits(1) === 1 ? step : -step
      for (; index <= scan.to; index++) {
        if (isSet(component, block, index)) refine(state, component, valuesAt, index)
        else if (--zeros < 0) break
      }
      if (value === 0 || index > scan.to) continue
      set(component, block, index)
      const place = places[index]!
      if (place >= 0) component.values[valuesAt + place] = value
    }
  }
  if (state.emptyBlocks === 0) return
  for (; index <= scan.to; index++) if (isSet(component, block, index)) refine(state, component, valuesAt, index)
  state.emptyBlocks--
}

function refine({ reader, scan, places }: BlockState, { values }: Component, valuesAt: number, index: number): void {
  if (reader.bits(1) === 0) return
  const place = places[index]!
  if (place < 0) return
  const value = values[valuesAt + place]!
  values[valuesAt + place] = value + (value < 0 ? -1 : 1) * (1 << scan.low)
}

const isSet = ({ isSet: words }: Component, block: number, index: number): boolean =>
  ((words![block * 2 + (index >> 5)]! >>> (index & 31)) & 1) === 1

function set({ isSet: words }: Component, block: number, index: number): void {
  words![block * 2 + (index >> 5)]! |= 1 << (index & 31)
}
