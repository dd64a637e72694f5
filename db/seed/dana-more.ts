import { type SeedFile, text } from './seed-file.ts'

const RETRY = text`
package retry

import (
	"context"
	"errors"
	"time"
)

// ErrGaveUp מוחזר כשנגמרו הניסיונות; השגיאה האחרונה עטופה בתוכו.
var ErrGaveUp = errors.New("gave up")

// Do calls run until it succeeds, waiting twice as long each time.
func Do(ctx context.Context, attempts int, run func() error) error {
	wait := 100 * time.Millisecond
	var last error
	for i := 0; i < attempts; i++ {
		if last = run(); last == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(wait):
			wait *= 2
		}
	}
	return errors.Join(ErrGaveUp, last)
}
`

const WORDS = text`
use std::collections::HashMap;
use std::io::{self, Read};

/// סופר מילים בקלט ומדפיס את עשר השכיחות.
fn main() -> io::Result<()> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()) {
        *counts.entry(word).or_default() += 1;
    }
    let mut top: Vec<_> = counts.into_iter().collect();
    top.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
    for (word, n) in top.iter().take(10) {
        println!("{n:>5}  {word}");
    }
    Ok(())
}
`

const STACK = text`
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/** בודק שכל סוגר נסגר, גם כשיש עברית בין הסוגריים. */
public final class Brackets {
    private static final Map<Character, Character> PAIRS = Map.of(')', '(', ']', '[', '}', '{');

    public static boolean balanced(String text) {
        Deque<Character> open = new ArrayDeque<>();
        for (char c : text.toCharArray()) {
            if (PAIRS.containsValue(c)) open.push(c);
            else if (PAIRS.containsKey(c) && (open.isEmpty() || open.pop() != PAIRS.get(c))) return false;
        }
        return open.isEmpty();
    }

    public static void main(String[] args) {
        System.out.println(balanced("(שלום [עולם]) {!}"));
    }
}
`

const COMPOSE = text`
# הסביבה המקומית: מסד נתונים ותור
services:
  db:
    image: postgres:18
    environment:
      POSTGRES_PASSWORD: dev
    ports: ["127.0.0.1:5432:5432"]
    volumes: [db:/var/lib/postgresql]
  queue:
    image: valkey/valkey:9
    command: ["valkey-server", "--save", "", "--appendonly", "no"]

volumes:
  db:
`

const CLOCK = text`
// שעון שמתקתק בלי לסחוף: כל צעד מתוזמן מחדש לפי השעון האמיתי
export function tickEverySecond(onTick) {
  let stopped = false
  const next = () => {
    if (stopped) return
    onTick(new Date())
    setTimeout(next, 1000 - (Date.now() % 1000))
  }
  next()
  return () => {
    stopped = true
  }
}

const stop = tickEverySecond((now) => console.log(now.toLocaleTimeString('he-IL')))
setTimeout(stop, 5_500)
`

const MATRIX = text`
#include <stdio.h>

#define N 3

/* כפל מטריצות, בלי קיצורי דרך */
static void multiply(const double a[N][N], const double b[N][N], double out[N][N]) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            out[i][j] = 0;
            for (int k = 0; k < N; k++) out[i][j] += a[i][k] * b[k][j];
        }
}

int main(void) {
    const double turn[N][N] = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}};
    double twice[N][N];
    multiply(turn, turn, twice);
    for (int i = 0; i < N; i++) printf("%5.1f %5.1f %5.1f\n", twice[i][0], twice[i][1], twice[i][2]);
    return 0;
}
`

const HEBREW_DATES = text`
from datetime import date

MONTHS = ["ינואר", "פברואר", "מרץ", "אפריל", "מאי", "יוני", "יולי", "אוגוסט", "ספטמבר", "אוקטובר", "נובמבר", "דצמבר"]


def in_words(day: date) -> str:
    # דוגמה: 15 בנובמבר 2026
    return f"{day.day} ב{MONTHS[day.month - 1]} {day.year}"


print(in_words(date.today()))
`

const CHUNKS = text`
from collections.abc import Iterable, Iterator
from itertools import batched


def progress[T](items: Iterable[T], total: int, size: int = 100) -> Iterator[T]:
    done = 0
    for batch in batched(items, size):
        yield from batch
        done += len(batch)
        print(f"\r{done / total:6.1%}", end="", flush=True)
    print()
`

const READING = text`
# לקרוא

- [x] *The Practice of Programming*
- [ ] ״מבני נתונים ואלגוריתמים״, פרק 7
- [ ] [Unicode bidirectional algorithm](https://www.unicode.org/reports/tr9/)
`

/** The rest of her languages, over the last months. */
export const DANA_MORE: readonly SeedFile[] = [
  { name: 'retry.go', tags: ['snippets'], versions: [{ daysAgo: 40, content: RETRY }], isFavorite: true },
  { name: 'top_words.rs', description: 'The ten most frequent words', versions: [{ daysAgo: 103, content: WORDS }] },
  { name: 'Brackets.java', tags: ['תרגילים'], versions: [{ daysAgo: 140, content: STACK }] },
  { name: 'compose.yaml', tags: ['ops'], versions: [{ daysAgo: 67, content: COMPOSE }] },
  { name: 'clock.js', versions: [{ daysAgo: 18, content: CLOCK }] },
  { name: 'hebrew_dates.py', tags: ['python'], versions: [{ daysAgo: 5, content: HEBREW_DATES }] },
  { name: 'progress.py', tags: ['python', 'snippets'], versions: [{ daysAgo: 12, content: CHUNKS }] },
  { name: 'reading.md', versions: [{ daysAgo: 12, content: READING }] },
  { name: 'matrix.c', tags: ['תרגילים'], versions: [{ daysAgo: 154, content: MATRIX }] },
]
