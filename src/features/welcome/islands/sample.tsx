import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { Locale } from '#base/messages.ts'
import { Button } from '#ui/components/button.tsx'
import { welcomeMessages } from '../messages.ts'
import { Tour } from './tour/tour.tsx'

/** The tour on the page of the sample file: started by its address, and again by a button. */
function SampleTour({ locale }: { locale: Locale }) {
  const isTouring = useSignal(false)
  const canStart = useSignal(false)
  useEffect(() => {
    canStart.value = true
    const address = new URL(window.location.href)
    if (!address.searchParams.has('tour')) return
    // A reload does not start the tour again.
    address.searchParams.delete('tour')
    window.history.replaceState(window.history.state, '', address)
    isTouring.value = true
  }, [])
  return (
    <>
      {canStart.value && (
        <Button kind="quiet" type="button" onClick={() => (isTouring.value = true)}>
          {welcomeMessages(locale).tourAgain}
        </Button>
      )}
      {isTouring.value && <Tour locale={locale} onEnd={() => (isTouring.value = false)} />}
    </>
  )
}

export const island = SampleTour
