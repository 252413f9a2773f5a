import { damaged, tooLarge, unsupported } from '../problem'
import { MAX_PIXELS } from '../limits'

/** One colour of a picture. Its samples are in blocks of 8 by 8. */
export type Component = {
  id: number
  across: number // the samples of this component beside each other, for those of the component with the most
  down: number
  quantization: number // the number of its table
  blocksAcross: number // of the samples that the picture shows
  blocksDown: number
  paddedBlocksAcross: number // so that each row has whole units
  /** The coefficients that the result needs: `kept` × `kept` of each block. */
  values: Int16Array
  /** For each block, two words with a bit for each of the 64 coefficients that is not zero. Only progressive pictures need it. */
  isSet: Uint32Array | undefined
}

export type Frame = {
  width: number
  height: number
  isProgressive: boolean
  mostAcross: number
  mostDown: number
  unitsAcross: number
  unitsDown: number
  /** How many coefficients of a row of a block count: 1, 2, 4 or 8. The decoded picture has as many pixels of each 8. */
  kept: number
  components: Component[]
}

/** With more blocks, the coefficients do not fit into the memory. */
const MAX_BLOCKS = 3_000_000

const BASELINE = 0xc0
const EXTENDED = 0xc1
const PROGRESSIVE = 0xc2

/** Reads the header of the picture. `keptFor` chooses how many coefficients count. */
export function readFrame(
  marker: number,
  segment: DataView,
  keptFor: (width: number, height: number) => number,
): Frame {
  if (marker !== BASELINE && marker !== EXTENDED && marker !== PROGRESSIVE) throw unsupported()
  const [precision, height, width, count] = [
    segment.getUint8(0),
    segment.getUint16(1),
    segment.getUint16(3),
    segment.getUint8(5),
  ]
  if (width === 0 || height === 0) throw damaged()
  if (width * height > MAX_PIXELS) throw tooLarge()
  if (precision !== 8 || (count !== 1 && count !== 3)) throw unsupported()
  const declared = Array.from({ length: count }, (_, index) => {
    const sampling = segment.getUint8(7 + index * 3)
    const [across, down] = [sampling >> 4, sampling & 15]
    if (across < 1 || across > 4 || down < 1 || down > 4) throw damaged()
    // A single component has no other to be compared with.
    const alone = count === 1
    const samples = alone ? { across: 1, down: 1 } : { across, down }
    return { id: segment.getUint8(6 + index * 3), ...samples, quantization: segment.getUint8(8 + index * 3) & 3 }
  })
  const mostAcross = Math.max(...declared.map(({ across }) => across))
  const mostDown = Math.max(...declared.map(({ down }) => down))
  const unitsAcross = Math.ceil(width / (8 * mostAcross))
  const unitsDown = Math.ceil(height / (8 * mostDown))
  const blocks = declared.reduce((sum, { across, down }) => sum + across * down, 0) * unitsAcross * unitsDown
  if (blocks > MAX_BLOCKS) throw tooLarge()
  const kept = keptFor(width, height)
  const isProgressive = marker === PROGRESSIVE
  const components = declared.map(({ across, down, ...component }) => {
    const padded = unitsAcross * across * unitsDown * down
    return {
      ...component,
      across,
      down,
      blocksAcross: Math.ceil((width * across) / (8 * mostAcross)),
      blocksDown: Math.ceil((height * down) / (8 * mostDown)),
      paddedBlocksAcross: unitsAcross * across,
      values: new Int16Array(padded * kept * kept),
      isSet: isProgressive ? new Uint32Array(padded * 2) : undefined,
    }
  })
  return { width, height, isProgressive, mostAcross, mostDown, unitsAcross, unitsDown, kept, components }
}
