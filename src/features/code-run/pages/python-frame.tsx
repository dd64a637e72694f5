import type { Frame } from '#ui/frame.ts'

/** An empty document around a worker, without origin and network. */
export function PythonFrame({ frame }: { frame: Frame }) {
  const script = frame.assets.others['python']
  return (
    <html lang={frame.locale}>
      <head>
        <meta charset="utf-8" />
        <title>Python</title>
        {script && <script type="module" src={script} nonce={frame.nonce} />}
      </head>
      <body />
    </html>
  )
}
