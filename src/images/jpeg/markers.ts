/** Whether a marker begins a frame: SOF0 to SOF15, without those of tables. */
export const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
