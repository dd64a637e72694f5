/** Runs a function periodically, one call at a time, until it is disposed of or throws. */
export function heartbeat(everyMs: number, beat: () => Promise<boolean>, onEnd: () => void): Disposable {
  let timer: NodeJS.Timeout | null = null
  const schedule = () => {
    timer = setTimeout(() => {
      beat().then(
        (goesOn) => (timer === null ? undefined : goesOn ? schedule() : onEnd()),
        () => (timer === null ? undefined : onEnd()),
      )
    }, everyMs)
  }
  schedule()
  return {
    [Symbol.dispose]() {
      if (timer) clearTimeout(timer)
      timer = null
    },
  }
}
