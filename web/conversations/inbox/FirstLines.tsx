/** Shown in a conversation without messages. */
export const FirstLines = ({ offersLines }: { offersLines: boolean }) => (
  <div className="px-4 py-8 text-center">
    <p className="text-lg font-bold">Start the conversation</p>
    <p className="mt-1 text-sm text-muted">
      {offersLines ? 'Choose a message below or write your own.' : 'No messages yet.'}
    </p>
  </div>
)
