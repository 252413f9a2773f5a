import { createSignal, onCleanup, onMount, Show } from 'solid-js'
import { useClient } from '../client/use-client'
import { Dialog } from '../parts/dialog'
import { settingsWords as words } from '../words/en-settings'
import { cropOf, moved } from './crop'
import './crop.css'

const VIEW_PIXELS = 280
const PICTURE_PIXELS = 500
const STEP_PIXELS = 8
const MEBIBYTE = 1024 * 1024

const STEPS: Record<string, [x: number, y: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Chooses the square part of a picture, by pointer or by keyboard. */
export function CropDialog(props: { file: File; use: (picture: Blob) => void; close: () => void }) {
  const cropping = createCropping(props.file)

  return (
    <Dialog
      title={words.crop}
      close={props.close}
      footer={
        <button class="send" disabled={cropping.problem() !== ''} onClick={() => cropping.finish(props.use)}>
          {words.usePicture}
        </button>
      }
    >
      <Show when={cropping.problem()} fallback={<p class="quiet">{words.cropText}</p>}>
        <p class="fail" role="alert">
          {cropping.problem()}
        </p>
      </Show>
      <canvas
        class="crop"
        ref={cropping.setCanvas}
        width={VIEW_PIXELS}
        height={VIEW_PIXELS}
        tabindex="0"
        role="img"
        aria-label={words.cropText}
        onKeyDown={(event) => {
          const step = STEPS[event.key]
          if (step === undefined) return
          event.preventDefault()
          cropping.move(step[0] * STEP_PIXELS, step[1] * STEP_PIXELS)
        }}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={({ buttons, movementX, movementY }) => buttons > 0 && cropping.move(movementX, movementY)}
      />
      <label class="crop-zoom">
        {words.zoom}
        <input
          type="range"
          min="1"
          max="4"
          step="0.05"
          value="1"
          onInput={({ currentTarget }) => cropping.change(currentTarget.valueAsNumber)}
        />
      </label>
    </Dialog>
  )
}

/** The part of a picture that the user sees in a canvas. */
function createCropping(file: File) {
  const { store } = useClient()
  let canvas!: HTMLCanvasElement
  let picture: ImageBitmap | undefined
  const [problem, setProblem] = createSignal('')
  const [zoom, setZoom] = createSignal(1)
  const [center, setCenter] = createSignal({ x: 0.5, y: 0.5 })

  function draw(target: HTMLCanvasElement) {
    if (picture === undefined) return
    const { left, top, side } = cropOf(picture, { zoom: zoom(), center: center() })
    target.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, target.width, target.height)
  }

  function move(x: number, y: number) {
    if (picture === undefined) return
    setCenter(moved(picture, { zoom: zoom(), center: center() }, { x: x / VIEW_PIXELS, y: y / VIEW_PIXELS }))
    draw(canvas)
  }

  function change(next: number) {
    setZoom(next)
    move(0, 0)
  }

  function finish(use: (picture: Blob) => void) {
    const result = document.createElement('canvas')
    result.width = PICTURE_PIXELS
    result.height = PICTURE_PIXELS
    draw(result)
    result.toBlob((blob) => blob && use(blob), 'image/png')
  }

  onMount(() => {
    const most: number = store.state.max_avatar_file_size_mib
    if (file.size > 4 * most * MEBIBYTE) return setProblem(words.pictureTooLarge(most))
    createImageBitmap(file).then(
      (bitmap) => {
        picture = bitmap
        draw(canvas)
      },
      () => setProblem(words.notAPicture),
    )
  })
  onCleanup(() => picture?.close())
  const setCanvas = (element: HTMLCanvasElement) => void (canvas = element)
  return { problem, setCanvas, move, change, finish }
}
