#!/usr/bin/env python3
"""The Qt 5 window whose controls come, go and change their names on command. See shifting_app.py."""

import json
import sys
import threading
import time

from PyQt5.QtCore import QObject, Qt, QTimer, pyqtSignal
from PyQt5.QtWidgets import QApplication, QCheckBox, QPushButton, QVBoxLayout, QWidget


class Shifting(QObject):
    asked = pyqtSignal(int, str, list)

    def __init__(self):
        super().__init__()
        self.controls, self.presses = [], []
        self.window = QWidget()
        self.window.setWindowTitle("Shifting")
        self.window.setAttribute(Qt.WA_ShowWithoutActivating)
        self.window.resize(300, 320)
        self.layout = QVBoxLayout(self.window)
        self.asked.connect(self.run)
        self.window.show()
        QTimer.singleShot(0, self.report)

    def add(self, label, at=-1):
        control = QPushButton(label)
        self._insert(control, control.clicked, at)

    def add_check(self, label, at=-1):
        control = QCheckBox(label)
        self._insert(control, control.toggled, at)

    def _insert(self, control, signal, at):
        number = len(self.presses)
        self.presses.append(0)
        self.controls.append(control)
        signal.connect(lambda *_: self.press(number))
        self.layout.insertWidget(at, control)

    def press(self, number):
        self.presses[number] += 1
        self.report()

    def remove(self, number):
        control = self.controls[number]
        self.layout.removeWidget(control)
        control.deleteLater()

    def rename(self, number, label):
        self.controls[number].setText(label)

    def stutter(self, every, block):
        def work():
            time.sleep(block / 1000)
            QTimer.singleShot(every, work)

        QTimer.singleShot(every, work)

    def settle(self):
        """Nothing; the answer tells what was counted until then."""

    def report(self, done=None):
        windows = [int(self.window.winId())]
        print(json.dumps({"windows": windows, "presses": self.presses, "done": done}), flush=True)

    def run(self, number, name, arguments):
        getattr(self, name)(*arguments)
        # What is deleted later is gone by then.
        QTimer.singleShot(0, lambda: self.report(number))


def main():
    app = QApplication(["shifting"])
    shifting = Shifting()

    def listen():
        for line in sys.stdin:
            number, name, arguments = json.loads(line)
            shifting.asked.emit(number, name, arguments)
        app.quit()

    threading.Thread(target=listen, daemon=True).start()
    sys.exit(app.exec_())


main()
